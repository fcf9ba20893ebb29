import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { totals, totalsInput } from '../../../../functions/dashboard/finance/totals.ts';
import { balanceOfLines, together } from '../../../../functions/finance/totals/totals.ts';
import { totalsOn } from '../../../../functions/finance/wiring.ts';
import { DAY_MS } from '../../../../functions/runtime/durations.ts';
import { dashboardTest, FINANCE, merchantCaller, rig } from '../../../rig/lists.ts';
import { everyPage } from '../../../rig/pages.ts';
import { otherMoneyItem, paymentItem, refundItem } from '../../../rig/stored-movements.ts';
import { putMany } from '../../../rig/stored-rows.ts';
import { TABLES } from '../../../rig/tables.ts';

const MERCHANTS = ['mer_a', 'mer_b', 'mer_large'];
const NOON_MS = Date.parse('2026-07-01T11:00:00Z');
const JULY = { from: '2026-07-01', to: '2026-07-31' };

const test = dashboardTest(MERCHANTS);

test.beforeAll(async ({ rig: _ }) => {
  const cancelled = { status: 'cancelled', paidAt: undefined, receivedCents: undefined, paymentMethod: null };
  const a = { merchantId: 'mer_a', atMs: NOON_MS };
  const late = Date.parse('2026-08-02T10:00:00Z');
  await putMany(rig, [
    paymentItem({ ...a, cents: 1_500 }, { paidAtIsOurs: true }),
    paymentItem({ ...a, cents: 1_000, atMs: NOON_MS + 30 * DAY_MS, recordedAtMs: late, method: 'REFERENCE' }),
    paymentItem({ ...a, cents: 99, atMs: Date.parse('2026-06-30T22:59:59Z') }),
    paymentItem({ ...a, cents: 99, atMs: Date.parse('2026-07-31T23:00:00Z') }),
    paymentItem({ ...a, cents: 1_000 }, cancelled),
    otherMoneyItem({ ...a, cents: 3_000 }, { bankTime: undefined }),
    refundItem({ ...a, cents: 700, atMs: NOON_MS + DAY_MS }),
    refundItem({ ...a, cents: null }, { returnedAt: null }),
    paymentItem({ merchantId: 'mer_b', atMs: NOON_MS, cents: 7_777 }),
    otherMoneyItem({ merchantId: '-', atMs: NOON_MS, cents: 5, transactionId: 'foreign_1' }),
  ]);
  await putLarge();
});

/** Over three days, a cent each. */
const LARGE = 300;
async function putLarge(): Promise<void> {
  const stepMs = (3 * DAY_MS) / LARGE;
  const beginMs = Date.parse('2026-07-09T23:00:00Z');
  await putMany(
    rig,
    Array.from({ length: LARGE }, (_, index) =>
      paymentItem({ merchantId: 'mer_large', atMs: beginMs + Math.floor(index * stepMs), cents: 1 }),
    ),
  );
}

/** The index in pages of 40 entries, which is less than a day of the large merchant. */
const inPages = {
  send: (command: QueryCommand) => rig.client.send(new QueryCommand({ ...command.input, Limit: 40 })),
} as unknown as DynamoDBClient;

const endpoint = (more: { maxEntries?: number } = {}) =>
  totals({ ...totalsOn({ dynamo: inPages }, TABLES), merchantIds: async () => [...MERCHANTS], ...more });
const ask = (input: object, caller = merchantCaller('mer_a'), more = {}) =>
  endpoint(more)(totalsInput.parse({ of: 'movements', ...JULY, ...input }), caller);

describe('a merchant', () => {
  test('sees the balance of its own movements, and what was recorded after the period', async () => {
    const { movements, recordedAfter, statuses, cursor, merchants } = await ask({});
    expect(balanceOfLines(movements)).toEqual({
      received: { count: 2, cents: 2_500 },
      other: { count: 1, cents: 3_000 },
      returned: { count: 2, cents: 700 },
      unreadable: 1,
      balanceCents: 4_800,
    });
    expect(recordedAfter).toEqual({ count: 1, cents: 1_000 });
    const ofOurTime = movements.filter(({ timeIsOurs }) => timeIsOurs);
    expect(ofOurTime.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['other', 3_000],
      ['payment', 1_500],
      ['returned', 0],
    ]);
    expect({ statuses, cursor, merchants }).toEqual({ statuses: [], cursor: null, merchants: null });
    const part = await ask({ to: '2026-07-31', from: '2026-07-31', end: '2026-08-31' });
    expect([part.movements.length, part.recordedAfter]).toEqual([1, { count: 0, cents: 0 }]);
  });

  test('sees its transactions by status, on the day of it', async () => {
    const { statuses, movements } = await ask({ of: 'statuses', to: '2026-07-02' });
    expect(movements).toEqual([]);
    const day = { day: '2026-07-01', bankAccount: 'main', count: 1, cents: 1_000 };
    expect(statuses).toEqual([
      { ...day, status: 'cancelled', method: null },
      { ...day, status: 'paid', method: 'MBWAY' },
    ]);
  });

  test('of many payments has every one of them once, whatever the pages of the index', async () => {
    const { movements } = await ask({}, merchantCaller('mer_large'));
    expect(movements.map(({ day, count, cents }) => [day, count, cents])).toEqual(
      ['2026-07-10', '2026-07-11', '2026-07-12'].map((day) => [day, LARGE / 3, LARGE / 3]),
    );
  });
});

describe('staff', () => {
  test('get all merchants and the money of none in parts, of which only the sum is complete', async () => {
    const parts = await everyPage((cursor) => ask({ cursor }, FINANCE, { maxEntries: 1 }));
    const { received, other } = balanceOfLines(together(parts).movements);
    expect({ received, other }).toEqual({
      received: { count: 3 + LARGE, cents: 10_277 + LARGE },
      other: { count: 2, cents: 3_005 },
    });
    expect(parts.at(-1)?.merchants).toEqual({ scanned: 4, of: 4 });
  });

  test('get those of one merchant', async () => {
    const { movements, cursor } = await ask({ merchantId: 'mer_b' }, FINANCE);
    expect([balanceOfLines(movements).balanceCents, cursor]).toEqual([7_777, null]);
  });
});
