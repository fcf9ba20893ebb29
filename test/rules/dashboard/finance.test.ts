import { describe, expect, test } from 'vitest';
import { accountMeant, accountsOf } from '../../../dashboard/src/finance/reconciliation/bank-file.ts';
import {
  kindsOf,
  type Reconciled,
  rechecked,
  unansweredOf,
  verdictOf,
} from '../../../dashboard/src/finance/reconciliation/verdict.ts';
import { byDay, moneyOf } from '../../../dashboard/src/finance/totals/totals-days.ts';
import { reconciliation as en } from '../../../dashboard/src/i18n/en/reconciliation.ts';
import { reconciliation as pt } from '../../../dashboard/src/i18n/pt/reconciliation.ts';
import { type Note, noteText } from '../../../functions/finance/reconciliation/note.ts';
import type { MovementLine } from '../../../functions/finance/totals/totals.ts';

test('totals have a row for every day of the period, those without movements included', () => {
  const line = { method: 'MBWAY', bankAccount: 'main', count: 1, unreadable: 0 } as const;
  const lines: MovementLine[] = [
    { ...line, day: '2026-11-20', kind: 'payment', count: 2, cents: 2_020 },
    { ...line, day: '2026-11-20', kind: 'payment', method: 'REFERENCE', cents: 510 },
    { ...line, day: '2026-11-19', kind: 'returned', cents: 330 },
  ];
  const days = byDay(lines, { from: '2026-11-18', to: '2026-11-20' });
  expect(days.map(([day, lines]) => [day, moneyOf(lines).balanceCents])).toEqual([
    ['2026-11-18', 0],
    ['2026-11-19', -330],
    ['2026-11-20', 2_530],
  ]);
  expect(moneyOf(days[2]?.[1] ?? [])).toMatchObject({ mbway: { count: 2, cents: 2_020 }, reference: { cents: 510 } });
});

describe('notes of a reconciliation', () => {
  const notes: Note[] = [
    { code: 'line', line: 3 },
    { code: 'bank-day', day: '2026-12-04' },
    { code: 'open-exception', kind: 'order-paid-twice' },
    { code: 'bank-status', status: 'not-started' },
    { code: 'no-answer', why: 'late', detail: 'status: deadline' },
  ];

  test('are joined, with words for kinds, statuses and days', () => {
    expect(noteText(notes, en.notes)).toBe(
      'line 3; the bank booked it on 4 Dec 2026; open exception: order paid twice; the bank reports: not started; ' +
        'the bank did not answer in time',
    );
    expect(noteText(notes, pt.notes)).toBe(
      'linha 3; o banco registou-a em 04/12/2026; exceção em aberto: encomenda paga duas vezes; ' +
        'o banco comunica: não iniciado; o banco não respondeu a tempo',
    );
    expect(noteText([], pt.notes)).toBe('');
  });
});

describe('the verdict on a day', () => {
  type Compared = Parameters<typeof verdictOf>[0];
  type Result = Compared['findings'][number]['result'];
  const finding = (result: Result, transactionId: string | null, difference: number | null = null) =>
    ({ result, transactionId, difference }) as Compared['findings'][number];
  const silent = Array.from({ length: 14 }, (_, index) => finding('no-answer', `tx_${index}`));
  const dayOf = (findings: Compared['findings'], fields: Partial<Compared> = {}) =>
    ({
      ...{ findings, unreadable: [], oneSided: true, ours: { payments: { count: 15, amount: 150 } } },
      ...fields,
    }) as unknown as Reconciled;
  const agreed = finding('agrees', 'tx_agreed', 0);
  const differing = finding('status-differs', 'tx_other', -10);

  test.each<[what: string, Compared, en: string, pt: string, type: string]>([
    [
      'the silence of the bank is no difference',
      dayOf([...silent, agreed]),
      '14 of 15 payments could not be checked',
      'Não foi possível verificar 14 de 15 pagamentos',
      'warning',
    ],
    [
      'beside a difference both are counted',
      dayOf([...silent, differing]),
      '1 difference. 14 of 15 payments could not be checked',
      '1 diferença. Não foi possível verificar 14 de 15 pagamentos',
      'warning',
    ],
    ['without either', dayOf([agreed]), en.agreesOneSided, pt.agreesOneSided, 'success'],
    ['with a file', dayOf([agreed], { oneSided: false }), en.agrees, pt.agrees, 'success'],
    [
      'with a file of a part of the day',
      dayOf([agreed, finding('not-checked', 'tx_late')], { oneSided: false }),
      en.agreesInPart,
      pt.agreesInPart,
      'success',
    ],
    ['without anything', dayOf([]), en.nothing, pt.nothing, 'info'],
    ['with what could not be read', dayOf([], { unreadable: ['tx_x'] }), en.incomplete, pt.incomplete, 'warning'],
  ])('%s', (_, day, english, portuguese, type) => {
    expect(verdictOf(day, en)).toEqual({ type, sentence: english });
    expect(verdictOf(day, pt)).toEqual({ type, sentence: portuguese });
  });

  test('changes with what was checked again, which replaces nothing else', () => {
    const before = dayOf([...silent, differing]);
    const ids = unansweredOf(before.findings);
    const after = rechecked(before, dayOf(ids.map((id) => finding('agrees', id, 0))), ids);
    expect(kindsOf(before.findings)).toEqual([
      { kind: 'status-differs', count: 1, difference: 10 },
      { kind: 'no-answer', count: 14, difference: null },
    ]);
    expect(kindsOf(after.findings)).toEqual([
      { kind: 'status-differs', count: 1, difference: 10 },
      { kind: 'agrees', count: 14, difference: 0 },
    ]);
  });
});

describe('the bank account of a file', () => {
  const merchants = [
    { merchantId: 'mer_a', bankAccount: 'sandbox' },
    { merchantId: 'mer_b', bankAccount: 'other' },
    { merchantId: 'mer_c', bankAccount: 'sandbox' },
  ];

  test('is that of the merchant, or the only one', () => {
    expect(accountMeant(merchants, 'mer_b')).toBe('other');
    expect(accountMeant([{ merchantId: 'mer_a', bankAccount: 'sandbox' }], '')).toBe('sandbox');
  });

  test('must be chosen where there are several', () => {
    expect(accountMeant(merchants, '')).toBe('');
    expect(accountMeant(merchants, 'mer_x')).toBe('');
    expect(accountsOf(merchants)).toEqual(['other', 'sandbox']);
  });
});
