import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { recordOf } from '../../../functions/webhooks/plan.ts';
import {
  dependenciesOf,
  handleOnce,
  merchantAt,
  rig,
  sendTo,
  freshResendTest as test,
} from '../../fixtures/webhooks/queues.ts';
import { sweeping } from '../../fixtures/webhooks/recovery.ts';
import { deliveryWith, SETTLED_AT } from '../../support/webhook-records.ts';
import { webhooksIn } from '../../support/wired.ts';
import { deliveryIn, indexesOf, putPaid, readMain } from '../webhooks/stored-deliveries.ts';

/** Needs the embedded DynamoDB and SQS. The clock of the rules is moved by hand. */

const deliveryOf = async (transactionId: string, eventId: string) => deliveryIn(await readMain(transactionId), eventId);
const merchant = merchantAt('https://shop.example/hook');
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
    expect(await deliveryOf(transactionId, eventId)).toMatchObject({ state: 'delivered', series: 1, done: 1 });
    expect(await readMain(transactionId)).toMatchObject({ dueAt: undefined, undeliveredKey: undefined });
  });

  test('is given up after three re-queues: not delivered, not attempted, listed and logged', async () => {
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
    for (let minute = 0; minute < 40; minute += 5) await sweep.at(minute * MINUTE_MS);
    expect(lost).toEqual([eventId, eventId, eventId]);
    expect(await deliveryOf(transactionId, eventId)).toMatchObject({ state: 'pending', requeues: { count: 3 } });
    expect(sweep.lines.filter(({ level }) => level === 'error')).toEqual([]);

    await sweep.at(40 * MINUTE_MS);
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
    await sweep.at(90 * MINUTE_MS);
    expect(lost).toHaveLength(3);
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
    const requeues = { count: 3, done: 0, at: SETTLED_AT + 20 * MINUTE_MS };
    const { transactionId, eventId } = await putPaid({ requeues });
    const table = webhooksIn(rig.dynamo).deliveries;
    const late = { id: 'late', startedAt: SETTLED_AT + 40 * MINUTE_MS, durationMs: 1, outcome: 'status' as const };
    const sweep = sweeping({
      deliveries: {
        write: async (change, record) => {
          await table.write(recordOf(change.target, 1, late), record);
          return table.write(change, record);
        },
      },
    });
    await sweep.at(40 * MINUTE_MS);
    expect(await deliveryOf(transactionId, eventId)).toMatchObject({ state: 'pending', done: 1 });
    expect((await readMain(transactionId)).dueAt).toBeDefined();
    expect(sweep.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

describe('a delivery that was given up', () => {
  const givenUp = () =>
    putPaid({ state: 'not_delivered', outcome: 'not_attempted' }, { undeliveredKey: 'not_delivered#x' });
  const message = ({ transactionId, eventId }: { transactionId: string; eventId: string }) => ({
    transactionId,
    eventId,
    series: 1,
    done: 0,
    merchantId: 'mer_a',
  });

  test('is resumed by a late message, and delivered', async () => {
    const event = await givenUp();
    await sendTo('deliveries', message(event));
    await received();
    const delivery = await deliveryOf(event.transactionId, event.eventId);
    expect(delivery).toMatchObject({ state: 'delivered', series: 1, done: 1 });
    expect(delivery).not.toHaveProperty('outcome');
    expect(await readMain(event.transactionId)).toMatchObject({ dueAt: undefined, undeliveredKey: undefined });
  });

  test('is checked by the sweep again from then on, in case the consumer crashes', async () => {
    rig.time.nowMs = SETTLED_AT + 90 * MINUTE_MS;
    const event = await givenUp();
    await sendTo('deliveries', message(event));
    const dependencies = consumer();
    await handleOnce('deliveries', { ...dependencies, send: () => Promise.reject(new Error('killed')) });
    expect(await deliveryOf(event.transactionId, event.eventId)).toMatchObject({ state: 'pending', done: 0 });
    expect((await readMain(event.transactionId)).dueAt).toBe(SETTLED_AT + 95 * MINUTE_MS);
    const sweep = sweeping();
    await sweep.at(95 * MINUTE_MS);
    expect(await deliveryOf(event.transactionId, event.eventId)).toMatchObject({ requeues: { count: 1 } });
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

describe('D11: a test event', () => {
  const press = () => webhooksIn(rig.dynamo, () => SETTLED_AT).sendTestEvent('mer_a');

  test('that was not relayed is re-queued, delivered, and in no index afterwards', async () => {
    const id = await press();
    expect(await indexesOf(id, 'mer_a')).toEqual(['due']);
    await sweeping().at(5 * MINUTE_MS);
    await received();
    expect((await readMain(id)).record.settlements).toMatchObject([{ delivery: { state: 'delivered' } }]);
    expect(await indexesOf(id, 'mer_a')).toEqual([]);
  });
});
