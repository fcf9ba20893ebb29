import { describe, expect } from 'vitest';
import { MalformedCursor } from '../../../functions/dynamo/cursor.ts';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { DeliveryFilter, FoundDelivery } from '../../../functions/webhooks/resend/found-delivery.ts';
import { NeedsMerchant } from '../../../functions/webhooks/resend/found-delivery.ts';
import { resendMany } from '../../../functions/webhooks/resend/resend-many.ts';
import { type UndeliveredState, undeliveredKey } from '../../../functions/webhooks/undelivered.ts';
import { resendTest as test } from '../../fixtures/webhooks/queues.ts';
import { finding, resending } from '../../fixtures/webhooks/recovery.ts';
import { deliveryWith, SETTLED_AT } from '../../support/webhook-records.ts';
import { putPaid } from './stored-deliveries.ts';

/** Needs the embedded DynamoDB and SQS. Only its last part changes what the others read. */

const MERCHANTS = ['mer_a', 'mer_b', 'mer_c'];
const EACH = 20;
const ALL_TIMES = { fromMs: 0, toMs: SETTLED_AT + 10_000 * MINUTE_MS };
const REASON = { who: 'ana', why: 'after the outage' };

test.beforeAll(async ({ rig }) => {
  rig.time.nowMs = SETTLED_AT + 1_000 * MINUTE_MS;
  for (const merchantId of MERCHANTS) {
    for (let n = 0; n < EACH; n += 1) {
      await put(merchantId, n, 'not_delivered');
      await put(merchantId, n, 'skipped');
      await put(merchantId, n, 'delivered');
    }
  }
});

function put(merchantId: string, n: number, state: UndeliveredState | 'delivered') {
  // Pairs at the same time, so that the order among equals matters.
  const settledAt = SETTLED_AT + Math.floor(n / 2) * MINUTE_MS;
  const listed = state === 'delivered' ? {} : { undeliveredKey: undeliveredKey(merchantId, settledAt, state) };
  return putPaid({ state, done: state === 'skipped' ? 0 : 1 }, { merchantId, settledAt, ...listed });
}

/** Every page of a list, and how many entries each scanned. */
async function everything(filter: DeliveryFilter, limit: number) {
  const deliveries: FoundDelivery[] = [];
  const scanned: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await finding()(filter, { limit, cursor });
    deliveries.push(...page.deliveries);
    scanned.push(page.scanned);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return { deliveries, scanned };
}

const idsOf = (deliveries: FoundDelivery[]) => new Set(deliveries.map(({ transactionId }) => transactionId));

describe('the list of undelivered events', () => {
  test.each([3, 100])('has each once in pages of %i, over all merchants and shards', async (limit) => {
    const { deliveries, scanned } = await everything({ states: ['not_delivered'], ...ALL_TIMES }, limit);
    expect(deliveries).toHaveLength(MERCHANTS.length * EACH);
    expect(idsOf(deliveries).size).toBe(deliveries.length);
    expect(Math.max(...scanned)).toBeLessThanOrEqual(limit);
    const times = deliveries.map(({ settledAt }) => settledAt);
    expect(times, 'the oldest first').toEqual(times.toSorted());
  });

  test('of one merchant, state and period has these and no others (invariant 7)', async () => {
    const [fromMs, toMs] = [SETTLED_AT + 2 * MINUTE_MS, SETTLED_AT + 5 * MINUTE_MS];
    const filter: DeliveryFilter = { states: ['skipped'], merchantId: 'mer_b', fromMs, toMs };
    const { deliveries, scanned } = await everything(filter, 100);
    expect(deliveries).toHaveLength(6);
    for (const { merchantId, state, settledAt } of deliveries) {
      expect([merchantId, state]).toEqual(['mer_b', 'skipped']);
      expect(settledAt >= fromMs && settledAt < toMs).toBe(true);
    }
    // Only what lies in the range is scanned, and nothing of another merchant.
    expect(scanned).toEqual([6]);
  });
});

describe('one merchant’s list', () => {
  test.each([2, 100])('finds every state by pages of %i', async (limit) => {
    const states = ['delivered', 'skipped', 'not_delivered', 'pending'] as const;
    const { deliveries } = await everything({ states, merchantId: 'mer_c', ...ALL_TIMES }, limit);
    expect(idsOf(deliveries).size).toBe(3 * EACH);
    expect(new Set(deliveries.map(({ merchantId }) => merchantId))).toEqual(new Set(['mer_c']));
  });

  test('of delivered events is refused without a merchant', async () => {
    await expect(finding()({ states: ['delivered'], ...ALL_TIMES }, { limit: 5 })).rejects.toThrow(NeedsMerchant);
  });

  test('shows every event of a transaction, and which of them is the newest', async () => {
    await putPaid(
      {},
      {
        merchantId: 'mer_late',
        settlements: [
          {
            eventId: 'evt_c',
            status: 'cancelled',
            paidAt: null,
            delivery: deliveryWith({ state: 'delivered', done: 1 }),
          },
          { eventId: 'evt_p', delivery: deliveryWith({ state: 'delivered', done: 1 }) },
        ],
      },
    );
    const { deliveries } = await everything({ states: ['delivered'], merchantId: 'mer_late', ...ALL_TIMES }, 10);
    expect(deliveries.map(({ event, isNewest }) => [event, isNewest])).toEqual([
      ['payment.cancelled', false],
      ['payment.success', true],
    ]);
  });
});

test.each(['abc', 'bnVsbA', Buffer.from('["x"]').toString('base64url'), ''])(
  'a cursor that no list has given is refused: %j',
  async (cursor) => {
    for (const states of [['skipped'], ['delivered']] as const) {
      const filter = { states, merchantId: 'mer_a', ...ALL_TIMES };
      await expect(finding()(filter, { limit: 5, cursor })).rejects.toThrow(MalformedCursor);
    }
  },
);

describe('resending many', () => {
  const many = () => resendMany({ find: finding(), resend: resending().run });

  test('resends the events of the filter, page by page, and no others', async () => {
    const filter: DeliveryFilter = { states: ['not_delivered'], merchantId: 'mer_a', ...ALL_TIMES };
    const kinds: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await many()(filter, { ...REASON, limit: 3, cursor });
      kinds.push(...page.resends.map(({ outcome }) => outcome.kind));
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(kinds).toEqual(Array(EACH).fill('resent'));
    const counts = async (merchantId: string) => (await everything({ ...filter, merchantId }, 100)).deliveries.length;
    expect([await counts('mer_a'), await counts('mer_b')]).toEqual([0, EACH]);
    const pending = await everything({ ...filter, states: ['pending'] }, 100);
    expect(pending.deliveries.map(({ resends }) => resends)).toEqual(Array(EACH).fill(1));
  });

  test('repeated after an interruption resends the rest, and nothing twice', async () => {
    const filter: DeliveryFilter = { states: ['skipped'], merchantId: 'mer_a', ...ALL_TIMES };
    expect((await many()(filter, { ...REASON, limit: 3 })).resends).toHaveLength(3);
    const rest = await many()(filter, { ...REASON, limit: 100 });
    expect(rest.resends.map(({ outcome }) => outcome.kind)).toEqual(Array(EACH - 3).fill('resent'));
    expect(rest.cursor).toBeNull();
  });
});
