import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { exceptionsInput } from '../../../functions/dashboard/finance/exceptions-list.ts';
import { financeInput } from '../../../functions/dashboard/finance/finance-input.ts';
import { totals, totalsInput } from '../../../functions/dashboard/finance/totals.ts';
import { exportInput } from '../../../functions/dashboard/transactions/transactions-export.ts';
import { attributesOf } from '../../../functions/finance/totals/counter.ts';
import { accounts } from '../../../functions/merchants/accounts/accounts.ts';
import { merchantIdsIn } from '../../../functions/merchants/accounts/merchants.table.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { dashboardTest, FINANCE, NOON_MS, rig } from '../../fixtures/dashboard/lists.ts';
import { TABLES } from '../../support/created-tables.ts';
import { financeIn, KEYRING, merchantsIn, paymentsIn } from '../../support/wired.ts';
import { DAY, fill, idsIn, named, pagesOf, sorted, TODAY } from './many-merchants.ts';

const MERCHANTS = named(120);
const test = dashboardTest(MERCHANTS);

describe('with 120 merchants', () => {
  let stored: Transaction[];
  let created: Awaited<ReturnType<typeof pagesOf>>;
  let paid: typeof created;
  test.beforeAll(async ({ rig }) => {
    stored = await fill(rig, MERCHANTS, 4, 150);
  });
  test.beforeAll(async ({ rig }) => {
    created = await pagesOf(rig, { find: TODAY });
  });
  test.beforeAll(async ({ rig }) => {
    paid = await pagesOf(rig, { find: { period: { by: 'paid', ...DAY } } });
  });

  test.each(['created', 'paid'])(
    'finance lists the transactions of all merchants by %s, newest first, each once',
    async (by) => {
      const pages = by === 'created' ? created : paid;
      expect(idsIn(pages).toSorted()).toEqual(sorted(stored));
      const times = pages.flatMap(({ transactions }) =>
        transactions.map((row) => (by === 'paid' ? row.paidAt : row.createdAt) ?? ''),
      );
      expect(times).toEqual(times.toSorted().reverse());
      expect(pages.map(({ merchants }) => merchants)).toEqual(pages.map(() => null));
    },
  );

  test('a page costs half a read unit for each merchant and each row, also with a busy merchant', async () => {
    const [first] = created;
    expect(first?.transactions.every(({ merchantId }) => merchantId === MERCHANTS[3])).toBe(true);
    for (const { units, calls } of created) {
      expect(units).toBeLessThanOrEqual(60 + 50 + 5);
      expect(calls).toBeLessThanOrEqual(120 + 5);
    }
  });

  test('a filter applies to all of them, and an order is found at each', async () => {
    const pages = await pagesOf(rig, { find: TODAY, filters: { deliveries: ['not_delivered'] } });
    const unnotified = stored.filter(({ settlements }) => settlements.at(-1)?.delivery.state === 'not_delivered');
    expect(idsIn(pages).toSorted()).toEqual(sorted(unnotified));
    const ofOrder = await pagesOf(rig, { find: { orderId: 'SAME' } });
    expect(idsIn(ofOrder)).toHaveLength(480);
    expect(new Set(idsIn(ofOrder)).size).toBe(480);
  });

  test('the export has every line once', async () => {
    const ids: string[] = [];
    for await (const part of await rig.csv(exportInput.parse({ period: { by: 'paid', ...DAY } }), FINANCE))
      ids.push(...part.transactions.map(({ transactionId }) => transactionId));
    expect(ids.toSorted()).toEqual(sorted(stored));
  });

  test('unnotified payments and exceptions are read from indexes over all merchants', async () => {
    const unnotified = stored.filter(({ settlements }) => settlements.at(-1)?.delivery.state === 'not_delivered');
    Object.assign(rig.cost, { units: 0, calls: 0 });
    const report = await rig.unnotified(financeInput.parse({}), FINANCE);
    expect(report).toMatchObject({ paid: { count: unnotified.length, euros: unnotified.length }, isComplete: true });
    expect(rig.cost.units).toBeLessThanOrEqual(unnotified.length / 2 + 20);
    expect(rig.cost.calls).toBeLessThanOrEqual(30);

    const record = paymentsIn(rig.client, () => NOON_MS).recordException;
    for (const { transactionId, merchantId } of stored.slice(0, 480).filter((_, index) => index % 4 === 0)) {
      const about = { transactionId, merchantId, bankAccount: 'main', bankId: 'b', noticeId: null };
      await record({ ...about, kind: 'paid-twice', expectedCents: 100, receivedCents: 100 });
    }
    Object.assign(rig.cost, { units: 0, calls: 0 });
    const exceptions = await rig.exceptions(financeInput.parse({}), FINANCE);
    expect(exceptions).toMatchObject({ total: { count: 120, euros: 120 }, isComplete: true });
    // Half a unit for each exception, and for its transaction, which says whether anything was returned.
    expect(rig.cost.units).toBeLessThanOrEqual(120 / 2 + 120 / 2 + 10);
    const first = await rig.exceptionList(exceptionsInput.parse({}), FINANCE);
    expect(first).toMatchObject({ scanned: 100, isComplete: false });
    const rest = await rig.exceptionList(exceptionsInput.parse({ cursor: first.cursor }), FINANCE);
    expect(rest).toMatchObject({ scanned: 20, isComplete: true });
  });

  test('totals of all merchants take one call for each day', async () => {
    const { count, cents } = attributesOf('paid.MBWAY.paid');
    for (const item of MERCHANTS) {
      const counter = { day: '2026-11-20', item, version: 1, [count]: 2, [cents]: 250 };
      await rig.client.send(new PutItemCommand({ TableName: TABLES.totals, Item: toAttributes(counter) }));
    }
    const report = totals({ counters: financeIn(rig.client).counters });
    Object.assign(rig.cost, { units: 0, calls: 0 });
    const { sum } = await report(totalsInput.parse({ from: '2026-11-01', to: '2026-11-20', by: 'paid' }), FINANCE);
    expect(sum).toMatchObject({ paidCount: 240, gross: 300 });
    expect(rig.cost.calls).toBe(20);
    expect(rig.cost.units).toBeLessThanOrEqual(15);
  });

  test('totals of too many counters continue with the day after the last complete one', async () => {
    const { count, cents } = attributesOf('paid.MBWAY.paid');
    const days = Array.from({ length: 20 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);
    for (const day of days)
      for (const item of MERCHANTS.slice(0, 10)) {
        const counter = { day, item, version: 1, [count]: 1, [cents]: 100 };
        await rig.client.send(new PutItemCommand({ TableName: TABLES.totals, Item: toAttributes(counter) }));
      }
    const report = totals({ counters: financeIn(rig.client).counters, maxCounters: 100 });
    const ask = (from: string) => report(totalsInput.parse({ from, to: '2026-10-20', by: 'paid' }), FINANCE);
    const first = await ask('2026-10-01');
    expect(first).toMatchObject({ sum: { paidCount: 160, gross: 160 }, next: '2026-10-17' });
    const rest = await ask(first.next ?? '');
    expect(rest).toMatchObject({ sum: { paidCount: 40, gross: 40 } });
    expect(rest.next).toBeUndefined();
    expect([...first.lines, ...rest.lines].map(({ day }) => day)).toEqual(days);
    const own = await report(
      totalsInput.parse({ from: '2026-10-01', to: '2026-10-20', by: 'paid', merchantId: 'mer_0001' }),
      FINANCE,
    );
    expect([own.sum.paidCount, own.next]).toEqual([20, undefined]);
  });

  test('merchant ids are read from the index of accounts', async () => {
    const merchants = merchantsIn(rig.client).merchants;
    const { create } = accounts({ merchants, keyring: async () => KEYRING, clock: () => NOON_MS });
    const made = [];
    for (let number = 0; number < 120; number += 1) {
      const status = number % 3 === 0 ? 'pending' : 'active';
      made.push((await create({ name: `Shop ${number}`, status, bankAccount: 'main' })).merchantId);
    }
    Object.assign(rig.cost, { units: 0, calls: 0 });
    expect((await merchantIdsIn(rig.client, TABLES.merchants)()).toSorted()).toEqual(made.toSorted());
    expect(rig.cost.units).toBeLessThanOrEqual(5);
    expect(await merchantIdsIn(rig.client, TABLES.merchants, 50)()).toHaveLength(51);
  });
});
