import { expect, test } from 'vitest';
import { movementsCsv } from '../../../dashboard/src/finance/movements/movements-csv.ts';
import { type Difference, differencesCsv } from '../../../dashboard/src/finance/reconciliation/comparison.ts';
import { reconciliationWords } from '../../../dashboard/src/finance/reconciliation/words.ts';
import { totalsCsv } from '../../../dashboard/src/finance/totals/totals-csv.ts';
import { textsIn } from '../../../dashboard/src/i18n/words.ts';
import { transactionsCsv } from '../../../dashboard/src/transactions/export/transactions-csv.ts';
import type { MovementRow } from '../../../functions/dashboard/finance/movements/movement-row.ts';
import type { TransactionRow } from '../../../functions/dashboard/transactions/transactions-row.ts';
import { readCsv } from '../../support/read-csv.ts';

/**
 * Texts of people and of the bank, as OWASP's page on CSV injection begins them, and with characters that are not seen;
 * and how the cell of each of the dashboard's files shows them.
 */
const CELLS = [
  ['=1+1', '="=1+1"'],
  ['@SUM(A1)', '="@SUM(A1)"'],
  ['\t=1+1', '="⟨U+0009⟩=1+1"'],
  ['\r=1+1', '="⟨U+000D⟩=1+1"'],
  ['A\u202EB', 'A⟨U+202E⟩B'],
  ['\u200B=1+1', '="⟨U+200B⟩=1+1"'],
  ['=HYPERLINK("x")', `'=HYPERLINK("x")`],
  ['00123', '="00123"'],
] as const;

const reader = { language: 'en', nameOf: (merchantId: string) => merchantId, isOfStaff: true } as const;
const at = '2026-11-20T12:00:00.000Z';

const paymentOf = (typed: string, exact: string): TransactionRow => ({
  ...{ transactionId: typed, merchantId: typed, externalOrderId: exact, bankAccount: typed, bankId: typed },
  ...{ status: 'paid', paymentMethod: 'MBWAY', amount: 1, createdAt: at, paidAt: at, recordedAt: at, mb: null },
  ...{ delivery: null, received: 1 },
});
const movementOf = (typed: string, exact: string): MovementRow => ({
  ...{ transactionId: typed, item: typed, merchantId: typed, externalOrderId: exact, bankAccount: typed },
  ...{ method: 'MBWAY', kind: 'returned', reason: 'refund', bankWord: typed, bankId: typed, operationId: typed },
  ...{ entity: typed, reference: typed, cents: 1, atMs: 0, recordedAtMs: 0, timeIsOurs: false },
});

/** Each file with one row whose texts are all `typed`, but for `exact`, the order id. */
const FILES: Record<string, (typed: string, exact: string) => string> = {
  transactions: (...texts) => transactionsCsv([paymentOf(...texts)], reader),
  movements: (...texts) => movementsCsv([movementOf(...texts)], reader),
  reconciliation: (typed, exact) => {
    const ours = { transactionId: typed, externalOrderId: exact, kind: 'payment', cents: 1, atMs: Date.parse(at) };
    const ids = { bankId: typed, merchantTransactionId: typed, reference: typed };
    const line = {
      line: 2,
      day: '2026-11-20',
      atMs: null,
      direction: 'in',
      ids,
      cents: 2,
      feeCents: 1,
      netCents: null,
    };
    const finding = { result: 'amount-differs', ours, line, isAmbiguous: false } as unknown as Difference;
    return differencesCsv([finding], textsIn(reconciliationWords, 'en'));
  },
  totals: (typed) => {
    const what = { day: '2026-11-20', method: 'MBWAY', bankAccount: typed, count: 1, cents: 100 } as const;
    const statuses = [{ ...what, status: 'paid' as const }];
    const totals = { movements: [], statuses, recordedAfter: { count: 0, cents: 0 } };
    return totalsCsv(totals, typed, { language: 'en', isOfStaff: true, nameOf: () => typed });
  },
};

test.for(Object.entries(FILES))('the file of %s writes texts by the one rule of all files', ([, fileOf]) => {
  for (const [typed, written] of CELLS) {
    const [heading = [], row = []] = readCsv(fileOf(typed, 'ORDER-1'));
    const texts = ['merchantId', 'merchant', 'transactionId', 'bankAccount', 'bankId', 'bank’s term'];
    const cells = texts.flatMap((name) => (heading.includes(name) ? [row[heading.indexOf(name)]] : []));
    expect(cells.length).toBeGreaterThanOrEqual(2);
    expect(cells).toEqual(cells.map(() => written));
  }
});

test('the file of transactions has amounts, days and times of Lisbon, and words in the language of the page', () => {
  // Summer time, half an hour after Lisbon's midnight: 30 June in UTC.
  const row: TransactionRow = {
    ...{ ...paymentOf('x', 'a;"b"'), amount: 1234.5, paidAt: '2026-06-30T23:30:00.000Z' },
    delivery: {
      ...{ state: 'delivered', event: 'payment.success', eventId: 'evt_1' },
      ...{ resends: 0, attempts: 1, nextAttemptAt: null },
    },
  };
  const text = transactionsCsv([row], reader);
  expect(text).toMatch(/^\uFEFFtransactionId;merchantId;merchant;orderId;status;.*\r\n.*\r\n$/);
  const [heading = [], cells = []] = readCsv(text);
  const names = [
    'orderId',
    'status',
    'method',
    'amount EUR',
    'paid on (Lisbon day)',
    'paid (Lisbon)',
    'delivery',
    'attempts',
  ];
  const expected = ['a;"b"', 'Paid', 'MB WAY', '1234,50', '2026-07-01', '2026-07-01 00:30:00', 'Delivered', '1'];
  expect(names.map((name) => cells[heading.indexOf(name)])).toEqual(expected);
  const [portuguese = [], own = []] = readCsv(transactionsCsv([row], { ...reader, language: 'pt' }));
  expect([portuguese.slice(3, 6), own.slice(4, 6)]).toEqual([
    ['encomenda', 'estado', 'método'],
    ['Paga', 'MB WAY'],
  ]);
  expect(readCsv(transactionsCsv([], reader))).toHaveLength(1);
});

test('an order id stays exact in a file, so that a look-up finds it', () => {
  for (const fileOf of Object.values(FILES).slice(0, 3))
    expect(readCsv(fileOf('x', 'A\u202EB'))[1]).toContain('A\u202EB');
});

test('a merchant’s own files name no bank account, which are the operators’', () => {
  const accountIn = (csv: string) => {
    const [heading = [], row = []] = readCsv(csv);
    return row[heading.indexOf('bankAccount')];
  };
  for (const isOfStaff of [true, false]) {
    const readBy = { ...reader, isOfStaff };
    const account = isOfStaff ? 'sandbox' : '';
    expect(accountIn(transactionsCsv([paymentOf('sandbox', 'A')], readBy))).toBe(account);
    expect(accountIn(movementsCsv([movementOf('sandbox', 'A')], readBy))).toBe(account);
  }
});

test('the amounts of the file of movements add up to the balance: what was returned is negative', () => {
  const paid = { ...movementOf('x', 'A'), kind: 'payment', cents: 1_050 } as const;
  const unread = { ...movementOf('x', 'A'), cents: null };
  const [heading = [], ...rows] = readCsv(movementsCsv([paid, movementOf('x', 'A'), unread], reader));
  expect(rows.map((row) => row[heading.indexOf('amount EUR')])).toEqual(['10,50', '-0,01', '']);
});
