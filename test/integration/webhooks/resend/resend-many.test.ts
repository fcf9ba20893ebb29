import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { MalformedCursor } from '../../../../functions/dynamo/cursor.ts';
import { toAttributes } from '../../../../functions/runtime/attributes.ts';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import type { DeliveryFilter, FoundDelivery } from '../../../../functions/webhooks/resend/found-delivery.ts';
import { type ResentPart, resendMany } from '../../../../functions/webhooks/resend/resend-many.ts';
import { EVERY_MERCHANT, type UndeliveredState, undeliveredMarks } from '../../../../functions/webhooks/undelivered.ts';
import { everyPage } from '../../../rig/pages.ts';
import { rig, resendTest as test } from '../../../rig/queues.ts';
import { finding, resending } from '../../../rig/recovery.ts';
import { putPaid } from '../../../rig/stored-deliveries.ts';
import { putRefund } from '../../../rig/stored-money.ts';
import { TABLES } from '../../../rig/tables.ts';
import { deliveryWith, SETTLED_AT } from '../../../rig/webhook-records.ts';
import { webhooksIn } from '../../../rig/wired.ts';

/** Only its last part changes what the others read. */

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
  const listed = state === 'delivered' ? {} : undeliveredMarks(merchantId, settledAt, state);
  return putPaid({ state, done: state === 'skipped' ? 0 : 1 }, { merchantId, settledAt, ...listed });
}

/** Every page of a list, and how many entries each scanned. */
async function everything(filter: DeliveryFilter, limit: number) {
  const pages = await everyPage((cursor) => finding()(filter, { limit, cursor }));
  return { deliveries: pages.flatMap(({ deliveries }) => deliveries), scanned: pages.map(({ scanned }) => scanned) };
}

/** Of these transactions, the deliveries that are under way. */
async function pendingOf(transactionIds: readonly string[]) {
  const records = await Promise.all(transactionIds.map((id) => webhooksIn(rig.dynamo).deliveries.read(id)));
  return records
    .flatMap((record) => (record ? [{ ...record, ...record.settlements.at(-1) }] : []))
    .filter(({ delivery }) => delivery?.state === 'pending');
}

const idsOf = (deliveries: FoundDelivery[]) => new Set(deliveries.map(({ transactionId }) => transactionId));

describe('the list of undelivered events', () => {
  test.each([3, 100])('has each once in pages of %i, over all merchants', async (limit) => {
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

test.each(['abc', 'bnVsbA', Buffer.from('["x"]').toString('base64url'), ''])(
  'a cursor that no list has given is refused: %j',
  async (cursor) => {
    const filter: DeliveryFilter = { states: ['skipped'], merchantId: 'mer_a', ...ALL_TIMES };
    await expect(finding()(filter, { limit: 5, cursor })).rejects.toThrow(MalformedCursor);
  },
);

describe('resending many', () => {
  const dependencies = () => ({
    find: finding(),
    resend: resending().run,
    endpointState: async (merchantId: string) => ({ hasEndpoint: true, isEnabled: merchantId !== 'mer_off' }),
    isRefunded: webhooksIn(rig.dynamo).isRefunded,
  });
  const REQUEST = { ...REASON, dryRun: false, refunded: false };
  const ALL = { leftOut: 0, more: false, cursor: null };
  const ofA: DeliveryFilter = { states: ['not_delivered'], merchantId: 'mer_a', ...ALL_TIMES };

  /** Every part of a run, with something done between the parts. */
  async function run(filter: DeliveryFilter, changes: object = {}, between = async () => {}) {
    const part = resendMany(dependencies());
    const parts: ResentPart[] = [];
    do {
      if (parts.length > 0) await between();
      const { cursor } = parts.at(-1) ?? {};
      parts.push(await part(filter, { ...REQUEST, ...changes, cursor: cursor ?? undefined }));
    } while (parts.at(-1)?.more);
    return parts;
  }
  const countOf = async (filter: DeliveryFilter) => (await everything(filter, 100)).deliveries.length;

  test('a dry run counts events and euros, and sends nothing', async () => {
    expect(await run(ofA, { dryRun: true })).toEqual([{ ...ALL, queued: EACH, euros: 10 * EACH }]);
    expect(await countOf(ofA)).toBe(EACH);
  });

  test('resends the events of the filter and no others', async () => {
    const ids = [...idsOf((await everything(ofA, 100)).deliveries)];
    expect(await run(ofA)).toEqual([{ ...ALL, queued: EACH, euros: 10 * EACH }]);
    expect([await countOf(ofA), await countOf({ ...ofA, merchantId: 'mer_b' })]).toEqual([0, EACH]);
    expect((await pendingOf(ids)).map(({ delivery }) => delivery?.resends)).toEqual(Array(EACH).fill(1));
    expect(await run(ofA)).toEqual([{ ...ALL, queued: 0, euros: 0 }]);
  });

  test('ends, and sends each event once, while all of them fail again', async () => {
    const many: DeliveryFilter = { states: ['not_delivered'], merchantId: 'mer_many', ...ALL_TIMES };
    const ids: string[] = [];
    for (let n = 0; n < 230; n += 1) ids.push((await put('mer_many', n, 'not_delivered')).transactionId);
    /** As the last failed attempt leaves the item: listed where it was. */
    const failAgain = async () => {
      for (const { transactionId, settledAt = 0 } of await pendingOf(ids))
        await rig.dynamo.send(
          new UpdateItemCommand({
            TableName: TABLES.transactions,
            Key: toAttributes({ transactionId, item: 'main' }),
            UpdateExpression:
              'SET settlements[0].delivery.#state = :state, undeliveredKey = :key, undelivered = :every',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: toAttributes({
              ':state': 'not_delivered',
              ':key': undeliveredMarks('mer_many', settledAt, 'not_delivered').undeliveredKey,
              ':every': EVERY_MERCHANT,
            }),
          }),
        );
    };
    const parts = await run(many, {}, failAgain);
    expect(parts.map(({ queued }) => queued)).toEqual([100, 100, 30]);
    await failAgain();
    const { deliveries } = await everything(many, 100);
    expect(deliveries.map(({ resends }) => resends)).toEqual(Array(230).fill(1));
  });

  test('continued after an interruption resends the rest, and nothing twice', async () => {
    const skipped: DeliveryFilter = { ...ofA, states: ['skipped'] };
    const part = resendMany(dependencies());
    // Its answer is lost.
    await part(skipped, REQUEST);
    expect(await part(skipped, REQUEST)).toMatchObject({ queued: 0, more: false });
  });

  test('leaves out a refunded order unless it is asked for, and has no euros for what is no payment', async () => {
    const filter: DeliveryFilter = { states: ['not_delivered'], merchantId: 'mer_refunds', ...ALL_TIMES };
    const { transactionId } = await put('mer_refunds', 1, 'not_delivered');
    const refund = { transactionId, merchantId: 'mer_refunds', refundId: 'r1', returnedCents: 100, atMs: SETTLED_AT };
    await putRefund(rig.dynamo, refund);
    await putPaid(
      {},
      {
        merchantId: 'mer_refunds',
        settlements: [{ status: 'failed', paidAt: null, delivery: deliveryWith({ state: 'not_delivered', done: 4 }) }],
        ...undeliveredMarks('mer_refunds', SETTLED_AT, 'not_delivered'),
      },
    );
    expect(await run(filter, { dryRun: true })).toMatchObject([{ queued: 1, euros: 0, leftOut: 1 }]);
    expect(await run(filter, { dryRun: true, refunded: true })).toMatchObject([{ queued: 2, euros: 10 }]);
  });

  test('counts nothing of a merchant whose webhooks are off', async () => {
    await put('mer_off', 1, 'skipped');
    const filter: DeliveryFilter = { states: ['skipped'], merchantId: 'mer_off', ...ALL_TIMES };
    expect(await run(filter, { dryRun: true })).toMatchObject([{ queued: 0, euros: 0 }]);
  });
});
