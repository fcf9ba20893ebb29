import { describe, expect } from 'vitest';
import { catalogue as portuguese } from '../../../dashboard/src/i18n/pt/catalogue.ts';
import {
  type ExportInput,
  type ExportPart,
  exportInput,
} from '../../../functions/dashboard/transactions/transactions-export.ts';
import { MAX_SCANNED } from '../../../functions/dashboard/transactions/transactions-scan.ts';
import {
  csvOf,
  dashboardTest,
  FINANCE,
  merchantCaller,
  NOON_MS,
  paidWith,
  putMany,
  putTransaction,
  rig,
  storedWith,
} from '../../fixtures/dashboard/lists.ts';
import { readCsv } from '../../support/read-csv.ts';

const PERIOD = { period: { by: 'created', from: '2026-11-20', to: '2026-11-20' } };

const test = dashboardTest(['mer_a', 'mer_b', 'mer_large']);

async function chunksOf(input: object, caller = FINANCE): Promise<ExportPart[]> {
  const chunks: ExportPart[] = [];
  const parsed: ExportInput = exportInput.parse(input);
  for await (const chunk of await rig.csv(parsed, caller)) chunks.push(chunk);
  return chunks;
}

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
    const parts = await chunksOf(
      { period: { by: 'paid', from: '2026-07-01', to: '2026-07-01' } },
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
    const [portugueseHeading, portugueseRow] = readCsv(csvOf(parts, portuguese));
    expect(portugueseHeading?.slice(3, 6)).toEqual(['encomenda', 'estado', 'método']);
    expect(portugueseRow?.slice(4, 6)).toEqual(['Paga', 'MB WAY']);
    expect(new Set(column('merchant'))).toEqual(new Set(['Shop mer_a']));
  });

  test('of a large period comes in parts with their progress, and resumes after any of them', async () => {
    const count = 2 * MAX_SCANNED + 100;
    const items = Array.from({ length: count }, (_, index) =>
      storedWith({ merchantId: 'mer_large', createdAt: NOON_MS - index * 10_000, amountCents: 1 + index }),
    );
    await putMany(rig, items);
    const input = { ...PERIOD, merchantId: 'mer_large' };
    const chunks = await chunksOf(input);
    expect(chunks.map(({ rows }) => rows)).toEqual([500, 1_000, 1_100]);
    const shares = chunks.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(chunks.at(-1)).toMatchObject({ share: 1, cursor: null, scannedUntil: '2026-11-20T00:00:00.000Z' });
    const records = readCsv(csvOf(chunks));
    expect(records).toHaveLength(count + 1);
    expect(new Set(records.map((cells) => cells[0])).size).toBe(count + 1);
    // Broken off after the first part, and gone on with in another run: the same file.
    const [first] = chunks;
    const rest = await chunksOf({ ...input, cursor: first?.cursor });
    expect(csvOf([...(first ? [first] : []), ...rest])).toBe(csvOf(chunks));
  });

  test('without transactions has only the heading', async () => {
    const [only, ...more] = await chunksOf({ period: { by: 'created', from: '2020-01-01', to: '2020-01-31' } });
    expect(more).toEqual([]);
    expect(readCsv(csvOf(only ? [only] : []))).toHaveLength(1);
    expect(only).toMatchObject({ rows: 0, share: 1, cursor: null });
  });
});
