import { describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { recordOf } from '../../../functions/webhooks/plan.ts';
import { dependenciesOf, handleOnce, merchantAt } from '../../rig/deliveries.ts';
import { rig, freshResendTest as test } from '../../rig/queues.ts';
import { sweeping } from '../../rig/recovery.ts';
import { deliveryIn, indexesOf, putPaid, readMain } from '../../rig/stored-deliveries.ts';
import { deliveryWith, SETTLED_AT } from '../../rig/webhook-records.ts';
import { webhooksIn } from '../../rig/wired.ts';

const deliveryOf = async (transactionId: string, eventId: string) => deliveryIn(await readMain(transactionId), eventId);
const merchant = merchantAt();
/** The consumer, with 200 for every POST. */
const consumer = () =>
  dependenciesOf(merchant, {
    clock: () => rig.time.nowMs,
    sleep: async () => undefined,
    send: async () => ({ kind: 'delivered', statusCode: 200, durationMs: 1 }),
  }).dependencies;
const received = async () => (await handleOnce('deliveries', consumer())).received;

describe('invariant 3: an event that was not relayed', () => {
  test('is re-queued by the sweep and delivered, and nothing stays due', async () => {
    const { transactionId, eventId } = await putPaid();
    const sweep = sweeping();
    expect(await sweep.at(5 * MINUTE_MS - 1)).toMatchObject({ oldestDueSeconds: 0, oldestAttemptSeconds: 0 });
    expect(await received()).toBe(0);
    // Its first attempt was due when it was settled.
    expect(await sweep.at(5 * MINUTE_MS)).toMatchObject({ oldestDueSeconds: 0, oldestAttemptSeconds: 300 });
    expect(await received()).toBe(1);
    expect(await deliveryOf(transactionId, eventId)).toMatchObject({ state: 'delivered', resends: 0, done: 1 });
    expect(await readMain(transactionId)).toMatchObject({ dueAt: undefined, undeliveredKey: undefined });
  });

  test('is re-queued for five days, and only then not delivered: not attempted, listed and logged', async () => {
    const { transactionId, eventId } = await putPaid();
    const lost: string[] = [];
    const sweep = sweeping({
      queue: {
        sendBatch: async (batch) => {
          lost.push(...batch.map((each) => each.eventId));
          return [];
        },
      },
    });
    const ages: number[] = [];
    for (let hour = 0; hour <= 5 * 24; hour += 1) {
      ages.push((await sweep.at(hour * HOUR_MS + 20 * MINUTE_MS)).oldestAttemptSeconds);
    }
    expect(lost).toEqual(Array(5 * 24).fill(eventId));
    // The age that the alarm watches is the event's, however often it was re-queued.
    expect(ages).toEqual(ages.map((_, hour) => hour * 3_600 + 1_200));
    expect(await deliveryOf(transactionId, eventId)).toMatchObject({
      state: 'not_delivered',
      outcome: 'not_attempted',
      done: 0,
      attempts: [],
    });
    expect(await readMain(transactionId)).toMatchObject({
      dueAt: undefined,
      undeliveredKey: 'not_delivered#2026-11-19T12:30:15.250Z#mer_a',
    });
    expect(sweep.lines.filter(({ level }) => level === 'error')).toMatchObject([{ transactionId, eventId }]);
    await sweep.at(6 * 24 * HOUR_MS);
    expect(lost).toHaveLength(5 * 24);
  });

  test('is delivered by its first message after days', async () => {
    const { transactionId, eventId } = await putPaid({ requeues: { count: 9, done: 0, at: SETTLED_AT } });
    await sweeping().at(4 * 24 * HOUR_MS);
    await received();
    expect(await deliveryOf(transactionId, eventId)).toMatchObject({ state: 'delivered', resends: 0, done: 1 });
  });

  test('stays due when the queue refuses the message', async () => {
    const { transactionId, eventId } = await putPaid();
    await sweeping({ queue: { sendBatch: async () => [0] } }).at(5 * MINUTE_MS);
    expect(await deliveryOf(transactionId, eventId)).not.toHaveProperty('requeues');
    expect((await readMain(transactionId)).dueAt).toBe(SETTLED_AT + 5 * MINUTE_MS);
  });

  test('is counted once by two concurrent sweeps, and delivered once for both messages', async () => {
    const { transactionId, eventId } = await putPaid();
    const [one, other] = [sweeping(), sweeping()];
    await Promise.all([one.at(5 * MINUTE_MS), other.at(5 * MINUTE_MS)]);
    expect(await deliveryOf(transactionId, eventId)).toMatchObject({ requeues: { count: 1 } });
    await received();
    expect(await deliveryOf(transactionId, eventId)).toMatchObject({ state: 'delivered', done: 1 });
  });
});

describe('a delivery that stalled between attempts', () => {
  test('resumes at its next attempt, without exceeding four', async () => {
    const attempts = [1, 2].map((n) => ({
      id: `a${n}`,
      startedAt: SETTLED_AT + n * 1_000,
      durationMs: 5,
      outcome: 'status' as const,
      statusCode: 500,
    }));
    const { transactionId, eventId } = await putPaid({
      done: 2,
      attempts,
      nextAttemptAt: SETTLED_AT + 3_005,
    });
    expect(await sweeping().at(6 * MINUTE_MS)).toMatchObject({ oldestDueSeconds: 60, oldestAttemptSeconds: 356 });
    await received();
    expect(await deliveryOf(transactionId, eventId)).toMatchObject({ state: 'delivered', done: 3 });
  });

  test('is not given up when an attempt is recorded just before', async () => {
    const { transactionId, eventId } = await putPaid();
    const table = webhooksIn(rig.dynamo).deliveries;
    const late = { id: 'late', startedAt: SETTLED_AT + 6 * 24 * HOUR_MS, durationMs: 1, outcome: 'status' as const };
    const sweep = sweeping({
      deliveries: {
        write: async (change, record) => {
          await table.write(recordOf(change.target, 1, late), record);
          return table.write(change, record);
        },
      },
    });
    await sweep.at(6 * 24 * HOUR_MS);
    expect(await deliveryOf(transactionId, eventId)).toMatchObject({ state: 'pending', done: 1 });
    expect((await readMain(transactionId)).dueAt).toBeDefined();
    expect(sweep.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('D14: an event that a newer one supersedes', () => {
  test('is ended by the sweep without a message', async () => {
    const { transactionId } = await putPaid(
      {},
      {
        settlements: [
          { eventId: 'evt_old', status: 'cancelled', paidAt: null },
          { eventId: 'evt_new', delivery: deliveryWith({ state: 'delivered', done: 1 }) },
        ],
      },
    );
    await sweeping().at(5 * MINUTE_MS);
    expect(await deliveryOf(transactionId, 'evt_old')).toMatchObject({ state: 'superseded' });
    expect((await readMain(transactionId)).dueAt).toBeUndefined();
    expect(await received()).toBe(0);
  });
});

test('D11: a test event is in no index: the sweep does not know it', async () => {
  const id = await webhooksIn(rig.dynamo, () => SETTLED_AT).sendTestEvent('mer_a');
  expect(await indexesOf(id)).toEqual([]);
});
