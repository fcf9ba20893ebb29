import { describe, expect } from 'vitest';
import { type ExportPart, exportInput } from '../../../functions/dashboard/transactions/transactions-export.ts';
import { listInput } from '../../../functions/dashboard/transactions/transactions-input.ts';
import { MERCHANTS_PER_SCAN } from '../../../functions/dashboard/transactions/transactions-position.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import {
  dashboardTest,
  FINANCE,
  merchantCaller,
  ownDashboardTest as ownTest,
  rig,
} from '../../fixtures/dashboard/lists.ts';
import { DAY, fill, idsIn, named, pagesOf, sorted, TODAY } from './many-merchants.ts';

const MERCHANTS = named(2 * MERCHANTS_PER_SCAN + 30);
const test = dashboardTest(MERCHANTS);

describe('with more merchants than one scan covers', () => {
  let stored: Transaction[];
  test.beforeAll(async ({ rig }) => {
    stored = await fill(rig, MERCHANTS, 1, 0);
  });

  test('the list continues group by group, shows its progress, and has each transaction once', async () => {
    const pages = await pagesOf(rig, { find: TODAY });
    expect(idsIn(pages).toSorted()).toEqual(sorted(stored));
    expect(pages.map(({ merchants }) => merchants?.scanned)).toEqual([200, 200, 400, 400, 430]);
    expect(new Set(pages.map(({ merchants }) => merchants?.of))).toEqual(new Set([430]));
    for (const { units, transactions } of pages) {
      expect(units).toBeLessThanOrEqual(MERCHANTS_PER_SCAN / 2 + transactions.length / 2 + 5);
      const times = transactions.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().reverse());
    }
    expect(pages.map(({ isComplete }) => isComplete)).toEqual(pages.map((_, at) => at === pages.length - 1));
  });

  ownTest('a merchant that signs up between two pages moves no other to another group', async ({ rig: grown }) => {
    grown.merchantIds.push(...MERCHANTS);
    const known = await fill(grown, MERCHANTS, 1, 0);
    const parse = (cursor?: string | null) => listInput.parse({ find: TODAY, limit: 100, ...(cursor && { cursor }) });
    const first = await grown.list(parse(), FINANCE);
    grown.merchantIds.push('mer_0000a', 'mer_0000b', 'mer_9999');
    const seen = first.transactions.map(({ transactionId }) => transactionId);
    for (let { cursor } = first; cursor !== null; ) {
      const page = await grown.list(parse(cursor), FINANCE);
      seen.push(...page.transactions.map(({ transactionId }) => transactionId));
      cursor = page.cursor;
    }
    expect(seen.toSorted()).toEqual(sorted(known));
  });

  test('the export has every line once, and its share grows to 1', async () => {
    const shares: number[] = [];
    const ids: string[] = [];
    let cursor: string | undefined;
    // As the page asks for it: part after part, each by the cursor of the one before.
    do {
      const input = exportInput.parse({ period: { by: 'created', ...DAY }, ...(cursor && { cursor }) });
      const { value } = await (await rig.csv(input, FINANCE)).next();
      shares.push(value.share);
      ids.push(...(value as ExportPart).transactions.map(({ transactionId }) => transactionId));
      cursor = value.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids.toSorted()).toEqual(sorted(stored));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect([shares.length, shares.at(-1)]).toEqual([3, 1]);
  });

  test('one merchant is one scan', async () => {
    const own = await rig.list(listInput.parse({ find: TODAY }), merchantCaller('mer_0410'));
    expect(own).toMatchObject({ isComplete: true, merchants: null });
    expect(own.transactions).toHaveLength(1);
  });
});
