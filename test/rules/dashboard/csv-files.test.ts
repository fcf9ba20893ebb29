import { expect, test } from 'vitest';
import { type Finding, findingsCsv } from '../../../dashboard/src/finance/reconciliation/findings.ts';
import { refundsHead, refundsPart } from '../../../dashboard/src/finance/refunds/refunds-csv.ts';
import { totalsCsv } from '../../../dashboard/src/finance/totals/totals-csv.ts';
import { catalogue } from '../../../dashboard/src/i18n/en/catalogue.ts';
import { reconciliation } from '../../../dashboard/src/i18n/en/reconciliation.ts';
import { refunds } from '../../../dashboard/src/i18n/en/refunds.ts';
import { csvHead, csvPart } from '../../../dashboard/src/transactions/export/transactions-csv.ts';
import type { RefundRow } from '../../../functions/dashboard/finance/refunds/refunds.ts';
import type { ExportRow } from '../../../functions/dashboard/transactions/transactions-export.ts';
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

const words = { catalogue, text: refunds, nameOf: (merchantId: string) => merchantId, isOfStaff: true };
const at = '2026-11-20T12:00:00.000Z';

const paymentOf = (typed: string, exact: string): ExportRow => ({
  ...{ transactionId: typed, merchantId: typed, externalOrderId: exact, bankAccount: typed, bankId: typed },
  ...{ status: 'paid', paymentMethod: 'MBWAY', amount: 1, createdAt: at, paidAt: at, recordedAt: at, mb: null },
  ...{ event: null, delivery: null, attempts: null, refunded: 0, net: 1, refundedInPeriod: 0 },
});
const refundOf = (typed: string, exact: string): RefundRow => ({
  ...{ transactionId: typed, merchantId: typed, externalOrderId: exact, bankAccount: typed, refundId: typed },
  ...{ paymentMethod: 'MBWAY', paidAt: at, paymentBankId: typed, kind: 'refund', type: typed, timeIsOurs: false },
  ...{ refundedAt: at, recordedAt: at, returned: 1, ofPayment: 1, ofExcess: 0 },
});

/** Each file with one row whose texts are all `typed`, but for `exact`, the order id. */
const FILES: Record<string, (typed: string, exact: string) => string> = {
  transactions: (...texts) => csvHead(words) + csvPart([paymentOf(...texts)], words),
  refunds: (...texts) => refundsHead(words) + refundsPart([refundOf(...texts)], words),
  reconciliation: (typed, exact) => {
    const finding = {
      ...{ result: 'agrees', kind: 'payment', merchantId: typed, transactionId: typed, externalOrderId: exact },
      ...{ status: 'paid', bankAccount: typed, ourTime: at, ourAmount: 1, bankAmount: 1, difference: 0, bankId: typed },
      ...{ line: null, openExceptions: [], detail: '', notes: [{ code: 'unknown-account', account: 'x' }] },
    } as unknown as Finding;
    return findingsCsv([finding], { ...words, text: reconciliation });
  },
  totals: (typed) => {
    const lines = [{ day: '2026-11-20', method: 'MBWAY' as const, status: 'paid' as const, count: 1, euros: 1 }];
    const sum = { paidCount: 1, gross: 1, refunded: 0, fee: null, net: 1 };
    const report = { by: 'paid' as const, lines, refunds: [], sum, rebuiltAt: null };
    return totalsCsv(report, { catalogue, merchantId: typed, merchant: typed });
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
    const reader = { ...words, isOfStaff };
    const account = isOfStaff ? 'sandbox' : '';
    expect(accountIn(csvHead(reader) + csvPart([paymentOf('sandbox', 'A')], reader))).toBe(account);
    expect(accountIn(refundsHead(reader) + refundsPart([refundOf('sandbox', 'A')], reader))).toBe(account);
  }
});
