import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { DashboardCaller } from '../../../../functions/dashboard/caller.ts';
import { refusingForgedCursor } from '../../../../functions/dashboard/cursor.ts';
import { listInput } from '../../../../functions/dashboard/transactions/transactions-input.ts';
import { Refusal } from '../../../../functions/http/refusal.ts';
import { type Transaction, transactionOf } from '../../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../../functions/runtime/attributes.ts';
import {
  type DashboardRig,
  dashboardTest,
  FINANCE,
  merchantCaller,
  NOON_MS,
  ownDashboardTest as ownTest,
  rig,
} from '../../../rig/lists.ts';
import { everyPage } from '../../../rig/pages.ts';
import { paidWith, putMany, storedWith } from '../../../rig/stored-rows.ts';

const DAY = { from: '2026-11-20', to: '2026-11-20' };
const TODAY = { period: { by: 'created', ...DAY } };

let stored: Transaction[];

// 240 transactions of three merchants, many of the same moment, in every state that a filter can ask for.
const test = dashboardTest(['mer_a', 'mer_b', 'mer_c', 'mer_many', 'mer_some']);
test.beforeAll(async ({ rig }) => {
  const items = Array.from({ length: 240 }, (_, index) => {
    const createdAt = NOON_MS + Math.floor(index / 7) * 1_000;
    const merchantId = `mer_${'abc'[index % 3]}`;
    const amountCents = 100 + index;
    const base = { merchantId, createdAt, amountCents, externalOrderId: `ORDER-${index % 20}` };
    if (index % 4 === 0) return storedWith(base);
    const state = (['delivered', 'not_delivered', 'skipped'] as const)[index % 4 === 1 ? 0 : 1];
    return storedWith({ ...paidWith(createdAt + 120_000, {}, state && { state }), ...base });
  });
  stored = items.map((item) => transactionOf(toAttributes(item)));
  await putMany(rig, items);
});

const list = (input: object, caller: DashboardCaller) => rig.list(listInput.parse(input), caller);

async function all(input: object, caller: DashboardCaller) {
  const pages = await everyPage((cursor) => list({ ...input, cursor }, caller));
  return pages.flatMap(({ transactions }) => transactions.map(({ transactionId }) => transactionId));
}

const idsOf = (wanted: (transaction: Transaction) => boolean) =>
  stored.filter(wanted).map(({ transactionId }) => transactionId);

/** The transactions of the first page of a search. */
const idsBy = async (own: DashboardRig, find: object, caller: DashboardCaller) =>
  (await own.list(listInput.parse({ find }), caller)).transactions.map(({ transactionId }) => transactionId);

describe('the list of transactions', () => {
  test('shows a merchant its own transactions, newest first, with the state of the newest delivery', async () => {
    const page = await list({ find: TODAY, limit: 3 }, merchantCaller('mer_a'));
    expect(page).toMatchObject({
      cursor: expect.any(String),
      scanned: 3,
      scannedUntil: page.transactions[2]?.createdAt,
    });
    const times = page.transactions.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(page.transactions.map(({ merchantId }) => merchantId))).toEqual(new Set(['mer_a']));
    expect(page.transactions.some(({ delivery }) => delivery !== null)).toBe(true);
  });

  test('has every transaction once over all pages, for any page size, filter and scope', async () => {
    const filters = fc.record(
      {
        statuses: fc.constantFrom<string[]>(['paid'], ['pending', 'failed']),
        methods: fc.constantFrom<string[]>(['none'], ['MBWAY', 'REFERENCE']),
        deliveries: fc.constantFrom<string[]>(['none'], ['not_delivered'], ['delivered', 'skipped']),
        amount: fc.constantFrom(1.5, 2.52),
      },
      { requiredKeys: [] },
    );
    const merchant = fc.constantFrom(undefined, 'mer_a', 'mer_c');
    const by = fc.constantFrom('created' as const, 'paid' as const);
    await fc.assert(
      fc.asyncProperty(
        filters,
        merchant,
        by,
        fc.integer({ min: 1, max: 60 }),
        async (request, merchantId, time, limit) => {
          const input = {
            find: { period: { by: time, ...DAY } },
            filters: request,
            limit,
            ...(merchantId && { merchantId }),
          };
          const found = await all(input, FINANCE);
          const expected = idsOf((transaction) => {
            const { status, paymentMethod, settlements, amountCents, paidAt } = transaction;
            return (
              (merchantId === undefined || transaction.merchantId === merchantId) &&
              (time === 'created' || paidAt !== undefined) &&
              (request.statuses?.includes(status) ?? true) &&
              (request.methods?.includes(paymentMethod ?? 'none') ?? true) &&
              (request.deliveries?.includes(settlements.at(-1)?.delivery.state ?? 'none') ?? true) &&
              (request.amount === undefined || amountCents === Math.round(request.amount * 100))
            );
          });
          expect(found.toSorted()).toEqual(expected.toSorted());
          const times = new Map(
            stored.map((each) => [each.transactionId, time === 'paid' ? each.paidAt : each.createdAt]),
          );
          const order = found.map((id) => times.get(id) ?? 0);
          expect(order).toEqual(order.toSorted((a, b) => b - a));
        },
      ),
      { numRuns: 8, seed: 7 },
    );
  });

  ownTest('covers a Lisbon day from midnight to midnight', async ({ rig: night }) => {
    night.merchantIds.push('mer_n');
    const at = (text: string) =>
      storedWith({ merchantId: 'mer_n', externalOrderId: text, createdAt: Date.parse(text) });
    // Summer time: Lisbon's 1 July begins at 23:00 UTC on 30 June.
    const times = [
      '2026-06-30T22:59:59.999Z',
      '2026-06-30T23:00:00.000Z',
      '2026-07-01T22:59:59.999Z',
      '2026-07-01T23:00:00.000Z',
    ];
    await putMany(night, times.map(at));
    const find = { period: { by: 'created', from: '2026-07-01', to: '2026-07-01' } };
    const page = await night.list(listInput.parse({ find }), merchantCaller('mer_n'));
    expect(page.transactions.map(({ createdAt }) => createdAt)).toEqual([times[2], times[1]]);
    expect(page).toMatchObject({ cursor: null, scannedUntil: times[1] });
  });

  test('by order has the merchant’s own, and for finance those of all merchants', async () => {
    const find = { orderId: 'ORDER-4' };
    const ofOrder = (merchantId?: string) =>
      idsOf((each) => each.externalOrderId === 'ORDER-4' && (merchantId ?? each.merchantId) === each.merchantId);
    expect((await all({ find, limit: 2 }, merchantCaller('mer_b'))).toSorted()).toEqual(ofOrder('mer_b').toSorted());
    expect((await all({ find, limit: 2 }, FINANCE)).toSorted()).toEqual(ofOrder().toSorted());
    expect(await all({ find: { orderId: 'ORDER-unknown' } }, FINANCE)).toEqual([]);
  });

  ownTest(
    'by the beginning of an order id has each of them once, page by page, the exact one first',
    async ({ rig: own }) => {
      const at = (externalOrderId: string, merchantId = 'mer_p') => storedWith({ merchantId, externalOrderId });
      const stored = ['A-1', 'A-10', 'A-11', 'A-2', 'B-1', 'a-1'].map((id) => at(id));
      await putMany(own, [...stored, at('A-12', 'mer_q')]);
      const ordersOf = async (find: object, caller: DashboardCaller) => {
        const pages = await everyPage((cursor) => own.list(listInput.parse({ find, limit: 2, cursor }), caller));
        return pages.flatMap(({ transactions }) => transactions.map(({ externalOrderId }) => externalOrderId));
      };
      const prefix = { orderId: 'A-1', match: 'prefix' };
      expect((await ordersOf(prefix, merchantCaller('mer_p'))).toSorted()).toEqual(['A-1', 'A-10', 'A-11']);
      expect(
        (await own.list(listInput.parse({ find: prefix }), merchantCaller('mer_p'))).transactions[0],
      ).toMatchObject({
        externalOrderId: 'A-1',
      });
      expect(await ordersOf({ orderId: 'A-1' }, merchantCaller('mer_p'))).toEqual(['A-1']);
      expect(await ordersOf({ orderId: 'A-12', match: 'prefix' }, merchantCaller('mer_p'))).toEqual([]);
    },
  );

  ownTest('by a reference has its transaction, and none of another merchant', async ({ rig: own }) => {
    const transaction = storedWith({ merchantId: 'mer_p' });
    await putMany(own, [transaction]);
    const find = { entity: '12345', reference: '123456789' };
    const found = (caller: DashboardCaller) => idsBy(own, find, caller);
    expect(await found(FINANCE)).toEqual([]);
    await own.writeReference(find, String(transaction.transactionId));
    expect(await found(FINANCE)).toEqual([transaction.transactionId]);
    expect(await found(merchantCaller('mer_p'))).toEqual([transaction.transactionId]);
    expect(await found(merchantCaller('mer_q'))).toEqual([]);

    own.merchantIds.push('mer_p');
    // Nine digits: the entity is that of the merchant's references.
    const mb = { entity: '12345', reference: '987654321', expiresAt: NOON_MS };
    await putMany(own, [storedWith({ merchantId: 'mer_p', paymentMethod: 'REFERENCE', mb })]);
    const listed = (reference: string, caller: DashboardCaller) => idsBy(own, { reference }, caller);
    for (const caller of [merchantCaller('mer_p'), FINANCE]) {
      expect(await listed('123456789', caller)).toEqual([transaction.transactionId]);
      expect(await listed('123456788', caller)).toEqual([]);
    }
    expect(await listed('123456789', merchantCaller('mer_q'))).toEqual([]);
  });

  ownTest(
    'by the bank’s id has what its pointer leads to, on the bank account of the merchant',
    async ({ rig: own }) => {
      own.merchantIds.push('mer_p', 'mer_q');
      own.bankAccounts.mer_p = 'shop-account';
      const transaction = storedWith({ merchantId: 'mer_p' });
      await putMany(own, [transaction]);
      const { transactionId } = transaction;
      await own.writePointer('shop-account', 'bank-1', String(transactionId));
      const found = (bankId: string, caller: DashboardCaller) => idsBy(own, { bankId }, caller);
      expect(await found('bank-1', merchantCaller('mer_p'))).toEqual([transactionId]);
      expect(await found('bank-1', FINANCE)).toEqual([transactionId]);
      expect(await found('bank-2', FINANCE)).toEqual([]);
      expect(await found('bank-1', merchantCaller('mer_q'))).toEqual([]);
    },
  );

  test('by transaction id has that one, and none of another merchant', async () => {
    const [mine] = idsOf(({ merchantId }) => merchantId === 'mer_a');
    const find = { transactionId: mine };
    expect(await all({ find }, merchantCaller('mer_a'))).toEqual([mine]);
    expect(await all({ find }, FINANCE)).toEqual([mine]);
    expect(await all({ find }, merchantCaller('mer_b'))).toEqual([]);
    expect(await all({ find, merchantId: 'mer_b' }, FINANCE)).toEqual([]);
    expect(await all({ find: { transactionId: 'nonsense' } }, FINANCE)).toEqual([]);
  });

  test.each([
    ['an invalid cursor', { find: TODAY, cursor: 'nonsense' }, /cursor/],
    [
      'a cursor of another period',
      {
        find: TODAY,
        cursor: Buffer.from('{"after":{"timeMs":5,"merchantId":"mer_a","transactionId":"x"}}').toString('base64url'),
      },
      /another period/,
    ],
    [
      'a period that ends before it begins',
      { find: { period: { by: 'paid', from: '2026-11-21', to: '2026-11-20' } } },
      /to/,
    ],
  ])('refuses %s', async (_, input, problem) => {
    const refused = refusingForgedCursor(input, list(input, merchantCaller('mer_a')));
    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.toBeInstanceOf(Refusal);
  });
});

describe('the read cost of a page', () => {
  const of = (merchantId: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      storedWith({ ...paidWith(NOON_MS + index), merchantId, amountCents: 1 + index }),
    );

  async function costOf(input: object, caller: DashboardCaller) {
    Object.assign(rig.cost, { units: 0, calls: 0 });
    const page = await list(input, caller);
    return { ...rig.cost, page };
  }

  test.beforeAll(async ({ rig }) => {
    await putMany(rig, of('mer_some', 60));
    await putMany(rig, of('mer_many', 600));
  });

  test.each(['created', 'paid'])('a page by %s costs the same with 60 and with 600 transactions', async (by) => {
    const find = { period: { by, ...DAY } };
    const few = await costOf({ find, limit: 50 }, merchantCaller('mer_some'));
    const many = await costOf({ find, limit: 50 }, merchantCaller('mer_many'));
    expect(many.page.transactions).toHaveLength(50);
    expect(many.units).toBe(few.units);
    // 50 reads of a unit, and the index's entries: a unit for 8 KB of keys.
    expect(many.units).toBeLessThanOrEqual(51);
    expect(many.calls).toBe(2);
  });

  test('a filter without matches stops after 500 transactions and shows how far it scanned', async () => {
    const filters = { amount: 5_000 };
    const { page, units } = await costOf({ find: TODAY, filters }, merchantCaller('mer_many'));
    expect(page).toMatchObject({ transactions: [], scanned: 500, cursor: expect.any(String) });
    // Newest first: the hundred oldest are left.
    expect(page.scannedUntil).toBe(new Date(NOON_MS - 120_000 + 100).toISOString());
    expect(units).toBeLessThanOrEqual(510);
    expect(await all({ find: TODAY, filters }, merchantCaller('mer_many'))).toEqual([]);
  });
});
