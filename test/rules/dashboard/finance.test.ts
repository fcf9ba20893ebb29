import { describe, expect, test } from 'vitest';
import { accountMeant, accountsOf } from '../../../dashboard/src/finance/reconciliation/bank-file.ts';
import {
  kindsOf,
  type Reconciled,
  rechecked,
  unansweredOf,
  verdictOf,
} from '../../../dashboard/src/finance/reconciliation/verdict.ts';
import { totalsCsv } from '../../../dashboard/src/finance/totals/totals-csv.ts';
import { totalsDays } from '../../../dashboard/src/finance/totals/totals-days.ts';
import {
  changedDays,
  lastTotalsExport,
  storeTotalsExport,
} from '../../../dashboard/src/finance/totals/totals-export.ts';
import { addTotals, partsOf } from '../../../dashboard/src/finance/totals/totals-parts.ts';
import { addEuros, addUnnotified } from '../../../dashboard/src/finance/unnotified/unnotified-sums.ts';
import { catalogue } from '../../../dashboard/src/i18n/en/catalogue.ts';
import { reconciliation as en } from '../../../dashboard/src/i18n/en/reconciliation.ts';
import { reconciliation as pt } from '../../../dashboard/src/i18n/pt/reconciliation.ts';
import type { UnnotifiedReport } from '../../../functions/dashboard/finance/unnotified.ts';
import { type Note, noteText } from '../../../functions/finance/reconciliation/note.ts';
import { EXCEPTION_KINDS } from '../../../functions/payments/exceptions/exception.ts';

describe('unnotified figures over several pages', () => {
  const page: UnnotifiedReport = {
    lines: [{ event: 'payment.success', why: 'not_delivered', age: 'hour', count: 1, euros: 0.1 }],
    paid: { count: 1, euros: 0.1 },
    failed: { count: 0, euros: 0 },
    cancelled: { count: 0, euros: 0 },
    deadLetters: 3,
    scanned: 2000,
    cursor: 'next',
    scannedThrough: { merchantId: 'mer_a', time: 1 },
    waiting: { scanned: 5, isComplete: true },
    isComplete: false,
  };
  const last: UnnotifiedReport = {
    ...page,
    lines: [
      { event: 'payment.success', why: 'not_delivered', age: 'hour', count: 2, euros: 0.2 },
      { event: 'payment.failed', why: 'skipped', age: 'older', count: 1, euros: 5 },
    ],
    paid: { count: 2, euros: 0.2 },
    failed: { count: 1, euros: 5 },
    deadLetters: null,
    scanned: 7,
    cursor: null,
    scannedThrough: null,
    waiting: null,
    isComplete: true,
  };

  test('are added up line by line, in whole cents', () => {
    const sums = addUnnotified(addUnnotified(undefined, page), last);
    expect(sums.lines).toEqual([
      { event: 'payment.success', why: 'not_delivered', age: 'hour', count: 3, euros: 0.3 },
      { event: 'payment.failed', why: 'skipped', age: 'older', count: 1, euros: 5 },
    ]);
    expect(sums.paid).toEqual({ count: 3, euros: 0.3 });
    expect(sums).toMatchObject({ scanned: 2007, pages: 2, isComplete: true, cursor: null });
  });

  test('keep the values that only the first page has', () => {
    const sums = addUnnotified(addUnnotified(undefined, page), last);
    expect(sums.deadLetters).toBe(3);
    expect(sums.waiting).toEqual({ scanned: 5, isComplete: true });
    expect(sums.scannedThrough).toEqual({ merchantId: 'mer_a', time: 1 });
  });

  test('are incomplete until all events in progress were scanned', () => {
    const first = { ...page, waiting: { scanned: 5, isComplete: false } };
    expect(addUnnotified(addUnnotified(undefined, first), last).isComplete).toBe(false);
  });

  test('sums of euros have no rounding error', () => {
    expect(addEuros(0.1, 0.2, -0.3)).toBe(0);
    expect(addEuros()).toBe(0);
  });
});

describe('totals by day', () => {
  const report = {
    by: 'paid' as const,
    lines: [
      { day: '2026-11-20', method: 'MBWAY' as const, status: 'paid' as const, count: 2, euros: 20.2 },
      { day: '2026-11-20', method: 'REFERENCE' as const, status: 'paid' as const, count: 1, euros: 5.1 },
      { day: '2026-11-20', method: 'none' as const, status: 'cancelled' as const, count: 4, euros: 40 },
    ],
    refunds: [{ day: '2026-11-19', count: 1, euros: 3.3 }],
    sum: { paidCount: 3, gross: 25.3, refunded: 3.3, fee: null, net: 22 },
    rebuiltAt: null,
  };

  test('have a row for every day of the period, those without payments included', () => {
    const days = totalsDays(report, { from: '2026-11-18', to: '2026-11-20' });
    expect(days.map(({ day, paid, net }) => [day, paid.euros, net])).toEqual([
      ['2026-11-18', 0, 0],
      ['2026-11-19', 0, -3.3],
      ['2026-11-20', 25.3, 25.3],
    ]);
    expect(days[2]).toMatchObject({ mbway: { count: 2, euros: 20.2 }, cancelled: { count: 4, euros: 40 } });
  });

  test('are exported as CSV in the format of Portuguese Excel', () => {
    const lines = totalsCsv(
      report,
      { catalogue, merchantId: 'mer_a', merchant: '=cmd' },
      new Set(['2026-11-20']),
    ).split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFday (Lisbon);by;merchantId;merchant;method;status;count;amount EUR;changed since your export',
    );
    expect(lines[1]).toBe('2026-11-19;the day of payment;mer_a;"=""=cmd""";;Refunded;1;-3,30;');
    expect(lines[2]).toBe('2026-11-20;the day of payment;mer_a;"=""=cmd""";MB WAY;Paid;2;20,20;yes');
    expect(lines).toHaveLength(6);
  });
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

  test('print no code of a kind or of a status of the bank', () => {
    const statuses = ['not-started', 'foreign-currency', 'odd'] as const;
    const coded = [
      ...EXCEPTION_KINDS.map((kind): Note => ({ code: 'open-exception', kind })),
      ...statuses.map((status): Note => ({ code: 'bank-status', status })),
    ];
    for (const { notes: texts } of [en, pt]) expect(noteText(coded, texts)).not.toMatch(/[a-z]-[a-z]|\bodd\b/);
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

describe('totals of a long period', () => {
  test('are requested in parts of a quarter, without a gap', () => {
    expect(partsOf({ from: '2026-11-20', to: '2026-11-20' })).toEqual([{ from: '2026-11-20', to: '2026-11-20' }]);
    const parts = partsOf({ from: '2026-01-01', to: '2026-12-31' });
    expect(parts).toHaveLength(4);
    expect(parts[0]).toEqual({ from: '2026-01-01', to: '2026-04-02' });
    expect(parts[1]?.from).toBe('2026-04-03');
    expect(parts.at(-1)?.to).toBe('2026-12-31');
  });

  test('are added up in whole cents', () => {
    const part = {
      by: 'paid' as const,
      lines: [],
      refunds: [],
      sum: { paidCount: 1, gross: 0.1, refunded: 0, fee: null, net: 0.1 },
      changes: [{ day: '2026-11-20', at: '2026-11-20T10:00:00.000Z' }],
      rebuiltAt: null,
    };
    const total = addTotals(part, { ...part, sum: { ...part.sum, gross: 0.2, net: 0.2 }, rebuiltAt: '2026-11-20' });
    expect(total.sum).toEqual({ paidCount: 2, gross: 0.3, refunded: 0, fee: null, net: 0.3 });
    expect(total.changes).toHaveLength(2);
    expect(total.rebuiltAt).toBe('2026-11-20');
  });
});

describe('days that changed since the last export', () => {
  const changes = [
    { day: '2026-11-19', at: '2026-11-20T08:00:00.000Z' },
    { day: '2026-11-18', at: '2026-11-21T08:00:00.000Z' },
    { day: '2026-10-01', at: '2026-11-21T08:00:00.000Z' },
  ];

  test('are days of the exported period with a later count', () => {
    const stored: Record<string, string> = {};
    const memory = {
      getItem: (name: string) => stored[name] ?? null,
      setItem: (name: string, text: string) => {
        stored[name] = text;
      },
    };
    const which = { by: 'paid' as const, merchantId: '', userId: 'ana' };
    expect(lastTotalsExport(memory, which)).toBeUndefined();
    storeTotalsExport(memory, which, { at: '2026-11-20T12:00:00.000Z', from: '2026-11-01', to: '2026-11-20' });
    const last = lastTotalsExport(memory, which);
    expect([...changedDays({ changes }, last)]).toEqual(['2026-11-18']);
    expect(lastTotalsExport(memory, { ...which, by: 'recorded' })).toBeUndefined();
  });

  test('are none without an export', () => {
    expect(changedDays({ changes }, undefined).size).toBe(0);
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
