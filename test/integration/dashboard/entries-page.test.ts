import { describe, expect } from 'vitest';
import { MERCHANTS_PER_SCAN } from '../../../functions/dashboard/entries-page.ts';
import type { TransactionPage } from '../../../functions/dashboard/transactions/transactions.ts';
import { listInput } from '../../../functions/dashboard/transactions/transactions-input.ts';
import { merchantIdsIn } from '../../../functions/merchants/accounts/merchants.table.ts';
import { type Transaction, transactionOf } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { type DashboardRig, dashboardTest, FINANCE, merchantCaller, NOON_MS, rig } from '../../rig/lists.ts';
import { everyPage } from '../../rig/pages.ts';
import { paidWith, putMany, storedWith } from '../../rig/stored-rows.ts';
import { TABLES } from '../../rig/tables.ts';
import { accountsIn } from '../../rig/wired.ts';

const DAY = { from: '2026-11-20', to: '2026-11-20' };
const TODAY = { period: { by: 'created', ...DAY } };

/** Ids in their order. */
const named = (count: number) => Array.from({ length: count }, (_, index) => `mer_${String(index).padStart(4, '0')}`);

/** One of each merchant, their times mixed. */
async function fill(rig: DashboardRig, merchantIds: readonly string[]): Promise<Transaction[]> {
  const items = merchantIds.map((merchantId, at) =>
    storedWith({ ...paidWith(NOON_MS + ((at * 37) % 997) * 1_000), merchantId }),
  );
  await putMany(rig, items);
  return items.map((item) => transactionOf(toAttributes(item)));
}

/** All pages of finance's list, and what each cost. */
const pagesOf = (rig: DashboardRig, input: object) =>
  everyPage(async (cursor) => {
    Object.assign(rig.cost, { units: 0, calls: 0 });
    const page = await rig.list(listInput.parse({ limit: 100, ...input, cursor }), FINANCE);
    return { ...page, ...rig.cost };
  });

const idsIn = (pages: readonly Pick<TransactionPage, 'transactions'>[]) =>
  pages.flatMap(({ transactions }) => transactions.map(({ transactionId }) => transactionId));

/** The ids of all of them. */
const sorted = (transactions: readonly Transaction[]) =>
  transactions.map(({ transactionId }) => transactionId).toSorted();

const MERCHANTS = named(2 * MERCHANTS_PER_SCAN + 30);
const test = dashboardTest(MERCHANTS);

describe('with more merchants than one scan covers', () => {
  let stored: Transaction[];
  test.beforeAll(async ({ rig }) => {
    stored = await fill(rig, MERCHANTS);
  });

  test('the list continues group by group, shows its progress, and has each transaction once', async () => {
    const pages = await pagesOf(rig, { find: TODAY });
    expect(idsIn(pages).toSorted()).toEqual(sorted(stored));
    expect(pages.map(({ merchants }) => merchants?.scanned)).toEqual([200, 200, 400, 400, 430]);
    expect(new Set(pages.map(({ merchants }) => merchants?.of))).toEqual(new Set([430]));
    for (const { units, transactions } of pages) {
      expect(units).toBeLessThanOrEqual(MERCHANTS_PER_SCAN / 2 + transactions.length + 5);
      const times = transactions.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().reverse());
    }
  });

  test('a merchant that signs up between two pages moves no other to another group', async () => {
    const pages = await everyPage(async (cursor) => {
      const page = await rig.list(listInput.parse({ find: TODAY, limit: 100, cursor }), FINANCE);
      if (cursor === undefined) rig.merchantIds.push('mer_0000a', 'mer_0000b', 'mer_9999');
      return page;
    });
    rig.merchantIds.splice(-3);
    expect(idsIn(pages).toSorted()).toEqual(sorted(stored));
  });

  test('one merchant is one scan', async () => {
    const own = await rig.list(listInput.parse({ find: TODAY }), merchantCaller('mer_0410'));
    expect(own).toMatchObject({ cursor: null, merchants: null });
    expect(own.transactions).toHaveLength(1);
  });
});

test('merchant ids are read from the index of accounts, up to a limit and one more', async () => {
  const { create } = accountsIn(rig.client);
  const made: string[] = [];
  for (const status of ['pending', 'active', 'active'] as const)
    made.push((await create({ name: 'Shop', status, bankAccount: 'main' })).merchantId);
  expect((await merchantIdsIn(rig.client, TABLES.merchants)()).toSorted()).toEqual(made.toSorted());
  expect(await merchantIdsIn(rig.client, TABLES.merchants, 1)()).toHaveLength(2);
});
