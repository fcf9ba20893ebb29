import { describe, expect } from 'vitest';
import type { DeliveryAttempt } from '../../../functions/payments/transaction.ts';
import type { Deliveries } from '../../../functions/webhooks/deliveries.ts';
import { type DeliveryTarget, recordOf } from '../../../functions/webhooks/plan.ts';
import { test as it } from '../../rig/queues.ts';
import { answersOf, deliveryIn, putEvent, putMain, readMain, settleLate } from '../../rig/stored-deliveries.ts';
import { deliveryWith, recordWith, SETTLED_AT, settlementWith } from '../../rig/webhook-records.ts';
import { webhooksIn } from '../../rig/wired.ts';

let deliveries: Deliveries;

it.beforeAll(({ rig }) => {
  deliveries = webhooksIn(rig.dynamo).deliveries;
});

const failed: DeliveryAttempt = { id: 'a1', startedAt: SETTLED_AT, durationMs: 9, outcome: 'status', statusCode: 500 };
const succeeded: DeliveryAttempt = { ...failed, outcome: 'delivered', statusCode: 200 };

/** A transaction with one new event, and the target of its first attempt. */
async function started(fields: Parameters<typeof putEvent>[0] = {}) {
  const { transactionId, eventId } = await putEvent(fields);
  const { record } = await readMain(transactionId);
  const target: DeliveryTarget = { transactionId, index: record.settlements.length - 1, eventId, resends: 0 };
  return { record, target, delivery: async () => deliveryIn(await readMain(transactionId), eventId) };
}

describe('the record of an attempt', () => {
  it('is written once, also when the SDK repeats the write after a lost answer', async () => {
    const { record, target, delivery } = await started();
    const change = recordOf(target, 1, failed);
    expect(await deliveries.write(change, record)).toBe('recorded');
    expect(await deliveries.write(change, record)).toBe('recorded');
    expect(await delivery()).toMatchObject({ done: 1, attempts: [{ id: 'a1' }], nextAttemptAt: SETTLED_AT + 209 });
  });

  it('loses against another worker that recorded the same attempt first', async () => {
    const { record, target, delivery } = await started();
    const changes = Array.from({ length: 8 }, (_, n) => recordOf(target, 1, { ...failed, id: `worker${n}` }));
    const outcomes = await Promise.all(changes.map((change) => deliveries.write(change, record)));
    expect(outcomes.sort()).toEqual([...Array(7).fill('raced'), 'recorded']);
    expect(await delivery()).toMatchObject({ done: 1, attempts: [{ outcome: 'status' }] });
  });

  it('loses against a resend that began meanwhile', async () => {
    const { record, target, delivery } = await started({
      settlements: [settlementWith({ eventId: 'evt_resent', delivery: deliveryWith({ resends: 1 }) })],
    });
    expect(await deliveries.write(recordOf(target, 1, failed), record)).toBe('raced');
    expect(await delivery()).toMatchObject({ resends: 1, done: 0 });
  });
});

describe('the marks of a transaction', () => {
  const marks = async (transactionId: string) => {
    const { dueAt, undeliveredKey } = await readMain(transactionId);
    return { dueAt, undeliveredKey };
  };

  it('list it as undelivered after the fourth failure, until a resend is delivered', async () => {
    const third = deliveryWith({ done: 3, nextAttemptAt: SETTLED_AT });
    const { record, target } = await started({ settlements: [settlementWith({ eventId: 'evt_u', delivery: third })] });
    expect(await deliveries.write(recordOf(target, 4, failed), record)).toBe('recorded');
    const undeliveredKey = 'not_delivered#2026-11-19T12:30:15.250Z#mer_1';
    expect(await marks(target.transactionId)).toEqual({ dueAt: undefined, undeliveredKey });

    const resent = recordWith({
      ...record,
      settlements: [settlementWith({ eventId: 'evt_u', delivery: deliveryWith({ resends: 1 }) })],
    });
    await putMain({ ...resent, dueAt: 9, undeliveredKey });
    expect(await deliveries.write(recordOf({ ...target, resends: 1 }, 1, succeeded), resent)).toBe('recorded');
    expect(await marks(target.transactionId)).toEqual({ dueAt: undefined, undeliveredKey: undefined });
  });

  it('list a late payment by its own event, and no longer by the undelivered cancellation', async () => {
    const cancelled = settlementWith({
      eventId: 'evt_old',
      status: 'cancelled',
      delivery: deliveryWith({ state: 'not_delivered', done: 4 }),
    });
    const paid = settlementWith({ eventId: 'evt_paid', settledAt: SETTLED_AT + 1_000 });
    const { record, target } = await started({ settlements: [cancelled, paid] });
    await putMain({ ...record, dueAt: 1, undeliveredKey: 'not_delivered#2026-11-19T12:30:15.250Z#mer_1' });
    const newest = { ...target, index: 1, eventId: 'evt_paid' };
    expect(await deliveries.write(recordOf(newest, 1, succeeded), record)).toBe('recorded');
    expect(await marks(target.transactionId)).toEqual({ dueAt: undefined, undeliveredKey: undefined });
  });

  it('keep it due when a newer event was added after the record was read', async () => {
    const { record, target, delivery } = await started({ status: 'cancelled' });
    await settleLate(target.transactionId, 'evt_newer');
    expect(await deliveries.write(recordOf(target, 1, succeeded), record)).toBe('recorded');
    expect(await delivery()).toMatchObject({ state: 'delivered' });
    expect(await marks(target.transactionId)).toEqual({ dueAt: 2, undeliveredKey: undefined });
  });

  it('of an older event that ends last remove `dueAt`, and keep the newer event’s undelivered mark', async () => {
    const older = settlementWith({ eventId: 'evt_old', status: 'cancelled' });
    const newer = settlementWith({ eventId: 'evt_new', delivery: deliveryWith({ state: 'not_delivered', done: 4 }) });
    const { record, target } = await started({ settlements: [older, newer] });
    await putMain({ ...record, dueAt: 1, undeliveredKey: 'kept' });
    const oldTarget = { ...target, index: 0, eventId: 'evt_old' };
    const end = { kind: 'end', target: oldTarget, state: 'superseded' } as const;
    expect(await deliveries.write(end, record)).toBe('recorded');
    expect(await deliveries.write(end, record)).toBe('recorded');
    expect(await marks(target.transactionId)).toEqual({ dueAt: undefined, undeliveredKey: 'kept' });
  });

  it('are not set on a test event', async () => {
    const { record, target } = await started({
      transactionId: 'test_9',
      settlements: [settlementWith({ eventId: 'evt_t9', delivery: deliveryWith({ done: 3 }) })],
    });
    await deliveries.write(recordOf(target, 4, failed), record);
    expect((await marks('test_9')).undeliveredKey).toBeUndefined();
  });
});

describe('what a delivery costs', () => {
  it('is one item for each kept answer, which expires after 30 days', async () => {
    const { target } = await started();
    await deliveries.storeAnswer(target, 2, 'out of order', 1_000_000);
    await deliveries.storeAnswer(target, 2, 'out of order', 1_000_000);
    expect(await answersOf(target.transactionId)).toEqual({ [`answer#${target.eventId}#0#2`]: 'out of order' });
  });
});
