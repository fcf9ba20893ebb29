import { describe, expect } from 'vitest';
import type { Language } from '../../../dashboard/src/i18n/languages.ts';
import { transactionsCsv } from '../../../dashboard/src/transactions/export/transactions-csv.ts';
import type { TransactionPage } from '../../../functions/dashboard/transactions/transactions.ts';
import { MAX_SCANNED } from '../../../functions/dashboard/transactions/transactions-input.ts';
import { dashboardTest, FINANCE, merchantCaller, NOON_MS, rig, wholeList } from '../../rig/lists.ts';
import { paidWith, putMany, putTransaction, storedWith } from '../../rig/stored-rows.ts';
import { readCsv } from '../../support/read-csv.ts';

/** The file that the page makes of the pages of a list, in English. */
function csvOf(pages: readonly TransactionPage[], language: Language = 'en'): string {
  const words = { language, nameOf: (merchantId: string) => `Shop ${merchantId}`, isOfStaff: true };
  return transactionsCsv(
    pages.flatMap(({ transactions }) => transactions),
    words,
  );
}

const PERIOD = { find: { period: { by: 'created', from: '2026-11-20', to: '2026-11-20' } } };

const test = dashboardTest(['mer_a', 'mer_b', 'mer_large']);

describe('the export', () => {
  test('is a CSV file in the format of Portuguese spreadsheets', async () => {
    // Summer time, an hour after Lisbon's midnight: 30 June in UTC.
    const paidAt = Date.parse('2026-06-30T23:30:00.000Z');
    const orders = ['=1+1', '+351', '-2', '@SUM(A1)', '007', 'a;"b"', 'Encomenda nº 1'];
    for (const externalOrderId of orders)
      await putTransaction(rig, {
        ...paidWith(paidAt + 1_000),
        merchantId: 'mer_a',
        externalOrderId,
        amountCents: 123_450,
      });
    const parts = await wholeList(
      { find: { period: { by: 'paid', from: '2026-07-01', to: '2026-07-01' } } },
      merchantCaller('mer_a'),
    );
    const text = csvOf(parts);
    expect(text.startsWith('\uFEFFtransactionId;merchantId;merchant;orderId;status;')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const [heading, ...rows] = readCsv(text);
    const column = (name: string) => rows.map((row) => row[heading?.indexOf(name) ?? -1]);
    expect(column('orderId').toSorted()).toEqual(
      ['="=1+1"', '="+351"', '="-2"', '="@SUM(A1)"', '="007"', 'a;"b"', 'Encomenda nº 1'].toSorted(),
    );
    expect(new Set(column('amount EUR'))).toEqual(new Set(['1234,50']));
    expect(new Set(column('paid on (Lisbon day)'))).toEqual(new Set(['2026-07-01']));
    expect(new Set(column('paid (Lisbon)'))).toEqual(new Set(['2026-07-01 00:30:00']));
    expect(new Set(column('delivery'))).toEqual(new Set(['Delivered']));
    expect(new Set(column('attempts'))).toEqual(new Set(['1']));
    const [portugueseHeading, portugueseRow] = readCsv(csvOf(parts, 'pt'));
    expect(portugueseHeading?.slice(3, 6)).toEqual(['encomenda', 'estado', 'método']);
    expect(portugueseRow?.slice(4, 6)).toEqual(['Paga', 'MB WAY']);
    expect(new Set(column('merchant'))).toEqual(new Set(['Shop mer_a']));
  });

  test('of a large period is read page by page, and resumes after any of them', async () => {
    const count = 2 * MAX_SCANNED + 100;
    const items = Array.from({ length: count }, (_, index) =>
      storedWith({ merchantId: 'mer_large', createdAt: NOON_MS - index * 10_000, amountCents: 1 + index }),
    );
    await putMany(rig, items);
    const input = { ...PERIOD, merchantId: 'mer_large' };
    const parts = await wholeList(input, FINANCE);
    expect(parts.map(({ transactions }) => transactions.length)).toEqual([500, 500, 100]);
    expect(parts.at(-1)).toMatchObject({ cursor: null, scannedUntil: '2026-11-20T00:00:00.000Z' });
    const records = readCsv(csvOf(parts));
    expect(records).toHaveLength(count + 1);
    expect(new Set(records.map((cells) => cells[0])).size).toBe(count + 1);
    // Broken off after the first part, and gone on with in another run: the same file.
    const [first] = parts;
    const rest = await wholeList({ ...input, cursor: first?.cursor }, FINANCE);
    expect(csvOf([...(first ? [first] : []), ...rest])).toBe(csvOf(parts));
  });

  test('without transactions has only the heading', async () => {
    const [only, ...more] = await wholeList(
      { find: { period: { by: 'created', from: '2020-01-01', to: '2020-01-31' } } },
      FINANCE,
    );
    expect(more).toEqual([]);
    expect(readCsv(csvOf(only ? [only] : []))).toHaveLength(1);
    expect(only).toMatchObject({ transactions: [], cursor: null });
  });
});
