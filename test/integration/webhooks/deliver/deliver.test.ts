import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished } from 'vitest';
import { type DeliverDependencies, deliver } from '../../../../functions/webhooks/deliver/deliver.ts';
import type { DeliveryMessage } from '../../../../functions/webhooks/delivery-queue.ts';
import type { AttemptOutcome } from '../../../../functions/webhooks/outcome.ts';
import { testEventItem } from '../../../../functions/webhooks/test-event/test-event.ts';
import { senderOn } from '../../../../functions/webhooks/wiring.ts';
import { dependenciesOf, eventOf, handleOnce, merchantAt, sendTo } from '../../../rig/deliveries.ts';
import { test as it, rig } from '../../../rig/queues.ts';
import {
  answersOf,
  carryOut,
  deliveryIn,
  putEvent,
  putMain,
  readMain,
  settleLate,
} from '../../../rig/stored-deliveries.ts';
import { deliveryWith, settlementWith } from '../../../rig/webhook-records.ts';
import { authority, httpsServer } from '../../../support/network/webhook-servers.ts';
import { bodyBy, signatureBy } from '../../../support/payload.ts';

/** Merchants' servers are real ones on 127.0.0.1. */

interface Arrival {
  body: Buffer;
  headers: NodeJS.Dict<string | string[]>;
}

/** A merchant whose server answers these statuses one after the other, the last one for ever; 0 is silence. */
async function merchantAnswering(...statuses: number[]) {
  const arrivals: Arrival[] = [];
  const first = Promise.withResolvers<void>();
  const server = await httpsServer(async (request, response) => {
    arrivals.push({ body: await buffer(request), headers: request.headers });
    first.resolve();
    const status = statuses[Math.min(arrivals.length, statuses.length) - 1] ?? 200;
    if (status !== 0) response.writeHead(status).end(`answer ${arrivals.length}`);
  });
  onTestFinished(server.stop);
  return { merchant: merchantAt(server.origin), arrivals, server, arrived: first.promise };
}

/** Hands the messages to the consumer in one batch; the names of those that failed, `m0` the first. */
async function deliverBatch(messages: readonly (DeliveryMessage | string)[], dependencies: DeliverDependencies) {
  const bodies = messages.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  const event = eventOf(
    bodies.map((Body, n) => ({ MessageId: `m${n}`, Body })),
    'deliveries',
  );
  const { batchItemFailures } = await deliver(event, rig.urls.retries, dependencies);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

describe('a delivery', () => {
  it('to a healthy endpoint is one POST, signed over the bytes sent, and removes `dueAt`', async () => {
    const { merchant, arrivals } = await merchantAnswering(200);
    const message = await putEvent();
    const { record } = await readMain(message.transactionId);
    const delivery = await carryOut(message, dependenciesOf(merchant).dependencies);

    expect(delivery).toMatchObject({ state: 'delivered', resends: 0, done: 1, attempts: [{ outcome: 'delivered' }] });
    expect(arrivals).toHaveLength(1);
    const [arrival] = arrivals;
    expect(String(arrival?.body)).toBe(bodyBy(record, record.settlements[0] ?? settlementWith()));
    expect(arrival?.headers['x-service-signature']).toBe(
      signatureBy(arrival?.body ?? '', merchant.endpoint.secrets.current),
    );
    expect(arrival?.headers['webhook-id']).toBe(message.eventId);
    expect(await readMain(message.transactionId)).toMatchObject({ dueAt: undefined, undeliveredKey: undefined });
    expect(await answersOf(message.transactionId)).toEqual({});
  });

  it('to a failing endpoint is four POSTs of the same bytes at the specified delays, then not delivered', async () => {
    const { merchant, arrivals } = await merchantAnswering(500);
    const message = await putEvent();
    const waits: number[] = [];
    const { dependencies } = dependenciesOf(merchant);
    const { sleep, retries } = dependencies;
    const delivery = await carryOut(message, {
      ...dependencies,
      sleep: (ms) => {
        waits.push(ms);
        return sleep(ms);
      },
      retries: {
        send: (again, delayMs) => {
          waits.push(delayMs);
          return retries.send(again, delayMs);
        },
      },
    });

    expect(delivery).toMatchObject({ state: 'not_delivered', done: 4 });
    // What a wait is given is less than its delay only by the time since the attempt's end.
    for (const [n, delayMs] of [200, 1_000, 5_000].entries()) expect(waits[n]).toBeLessThanOrEqual(delayMs);
    expect(waits).toHaveLength(3);
    expect(delivery).not.toHaveProperty('nextAttemptAt');
    expect(arrivals).toHaveLength(4);
    expect(new Set(arrivals.map(({ body }) => String(body))).size).toBe(1);
    const attempts = delivery?.attempts ?? [];
    expect(attempts.map(({ outcome, statusCode }) => [outcome, statusCode])).toEqual(Array(4).fill(['status', 500]));
    const gaps = attempts.slice(1).map(({ startedAt }, n) => {
      const before = attempts[n];
      return startedAt - (before ? before.startedAt + before.durationMs : 0);
    });
    for (const [n, delayMs] of [200, 1_000, 5_000].entries()) expect(gaps[n]).toBeGreaterThanOrEqual(delayMs);

    const main = await readMain(message.transactionId);
    expect(main.dueAt).toBeUndefined();
    expect(main.undeliveredKey).toBe('not_delivered#2026-11-19T12:30:15.250Z#mer_1');
    const key = (n: number) => `answer#${message.eventId}#0#${n}`;
    expect(await answersOf(message.transactionId)).toEqual({
      [key(1)]: 'answer 1',
      [key(2)]: 'answer 2',
      [key(3)]: 'answer 3',
      [key(4)]: 'answer 4',
    });
  });

  it('reads the endpoint at each attempt: switched off between attempts it is skipped, its attempts kept', async () => {
    const { merchant, arrivals } = await merchantAnswering(500);
    const message = await putEvent();
    const { dependencies } = dependenciesOf(merchant, {
      sleep: async () => {
        merchant.endpoint.enabled = false;
      },
    });
    const delivery = await carryOut(message, dependencies);
    expect(delivery).toMatchObject({ state: 'skipped', done: 1, attempts: [{ statusCode: 500 }] });
    expect(arrivals).toHaveLength(1);
    expect((await readMain(message.transactionId)).dueAt).toBeUndefined();
  });

  it('of a test event is sent with the toggle off; every answer is kept with its attempt, none is logged', async () => {
    const { merchant, arrivals } = await merchantAnswering(500, 200);
    merchant.endpoint.enabled = false;
    const event = { transactionId: 'test_1', eventId: 'evt_t', merchantId: 'mer_1' };
    await putMain(testEventItem({ ...event, nowMs: rig.now() }));
    const { dependencies, lines } = dependenciesOf(merchant);
    const delivery = await carryOut({ ...event, resends: 0, done: 0 }, dependencies);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ answer: 'answer 1' }, { answer: 'answer 2' }] });
    expect(arrivals[0]?.headers['x-service-event']).toBe('webhook.test');
    expect(await answersOf(event.transactionId)).toEqual({});
    expect(JSON.stringify(lines)).not.toMatch(/answer \d/);
  });

  it('is superseded by a late payment before its next attempt, and the payment is delivered', async () => {
    const { merchant, arrivals } = await merchantAnswering(500, 200);
    const message = await putEvent({ status: 'cancelled' });
    const late = { ...message, eventId: `${message.eventId}_late` };
    const { dependencies } = dependenciesOf(merchant, {
      sleep: () => settleLate(message.transactionId, late.eventId),
    });
    expect(await carryOut(message, dependencies)).toMatchObject({ state: 'superseded', done: 1 });
    // The newer event is still to be delivered, so the sweep continues to check the transaction.
    expect((await readMain(message.transactionId)).dueAt).toBe(2);
    expect(await carryOut(late, dependencies)).toMatchObject({ state: 'delivered' });
    expect((await readMain(message.transactionId)).dueAt).toBeUndefined();
    expect(arrivals.map(({ headers }) => headers['webhook-id'])).toEqual([message.eventId, late.eventId]);
  });
});

describe('a batch', () => {
  it('in which one endpoint hangs delivers the others meanwhile (invariant 8)', async () => {
    const hanging = await merchantAnswering(0);
    const healthy = await merchantAnswering(200);
    const messages = await Promise.all(
      Array.from({ length: 10 }, (_, n) => putEvent({ merchantId: n === 0 ? 'mer_hanging' : 'mer_healthy' })),
    );
    // The hanging one is not ended by its deadline, however long the others take.
    const options = { permitLoopback: true, extraAuthorities: [authority.ca], deadlineMs: 60_000 };
    const { dependencies } = dependenciesOf(healthy.merchant, { send: senderOn({ clock: rig.now }, options) });
    const endpoints: typeof dependencies.endpoints = {
      ...dependencies.endpoints,
      read: async (merchantId) => (merchantId === 'mer_hanging' ? hanging : healthy).merchant.endpoint,
    };
    let isOver = false;
    const batch = deliverBatch(messages, { ...dependencies, endpoints }).finally(() => {
      isOver = true;
    });
    await hanging.arrived;
    const states = async () =>
      Promise.all(
        messages.map(async (message) => deliveryIn(await readMain(message.transactionId), message.eventId)?.state),
      );
    await expect.poll(states).toEqual(['pending', ...Array(9).fill('delivered')]);
    expect(isOver).toBe(false);
    hanging.merchant.endpoint.enabled = false;
    await hanging.server.stop();
    expect(await batch).toEqual([]);
  });
});

describe('repeated messages', () => {
  it('handled concurrently cost one more POST and record one attempt; the other is retried and dropped', async () => {
    const { merchant, arrivals } = await merchantAnswering(200);
    const message = await putEvent();
    const { dependencies, lines } = dependenciesOf(merchant);
    await sendTo('deliveries', message);
    await sendTo('deliveries', message);
    expect(await handleOnce('deliveries', dependencies)).toEqual({ received: 2, failed: 1 });
    expect(arrivals).toHaveLength(2);
    expect(deliveryIn(await readMain(message.transactionId), message.eventId)).toMatchObject({
      state: 'delivered',
      done: 1,
    });
    expect(await handleOnce('deliveries', dependencies, 6)).toEqual({ received: 1, failed: 0 });
    expect(arrivals).toHaveLength(2);
    expect(lines.at(-1)).toMatchObject({ reason: 'ended' });
  });

  it('between two attempts cost no POST: they stay in the queue until the next attempt is recorded', async () => {
    const { merchant, arrivals } = await merchantAnswering(200);
    const message = await putEvent({
      settlements: [
        settlementWith({
          eventId: 'evt_twice',
          delivery: deliveryWith({ done: 2, nextAttemptAt: rig.now() + 60_000 }),
        }),
      ],
    });
    expect(await deliverBatch([message], dependenciesOf(merchant).dependencies)).toEqual(['m0']);
    expect(arrivals).toEqual([]);
  });
});

describe('a worker that stops', () => {
  it('between POST and record repeats that one POST', async () => {
    const { merchant, arrivals } = await merchantAnswering(200);
    const message = await putEvent();
    const { dependencies } = dependenciesOf(merchant);
    const dying = { ...dependencies.deliveries, write: () => Promise.reject(new Error('the table is away')) };
    expect(await deliverBatch([message], { ...dependencies, deliveries: dying })).toEqual(['m0']);
    expect(await carryOut(message, dependencies)).toMatchObject({ state: 'delivered', done: 1 });
    expect(arrivals).toHaveLength(2);
  });

  it('between record and hand-over is followed by the next attempt', async () => {
    const { merchant, arrivals } = await merchantAnswering(500, 500, 200);
    const message = await putEvent();
    const { dependencies } = dependenciesOf(merchant);
    const dying = { send: () => Promise.reject(new Error('the queue is away')) };
    expect(await deliverBatch([message], { ...dependencies, retries: dying })).toEqual(['m0']);
    // The same message again: now its second attempt is recorded and the third may not be due yet.
    expect(await carryOut(message, dependencies)).toMatchObject({ state: 'delivered', done: 3 });
    expect(arrivals).toHaveLength(3);
  });

  it('on a malformed message leaves it for the dead-letter queue; the others are handled', async () => {
    const { merchant, arrivals } = await merchantAnswering(200);
    const message = await putEvent();
    const messages = ['not JSON', '{"transactionId":"tx_1"}', message];
    expect(await deliverBatch(messages, dependenciesOf(merchant).dependencies)).toEqual(['m0', 'm1']);
    expect(arrivals).toHaveLength(1);
  });
});

describe('best-effort writes', () => {
  it('that fail do not cost an attempt: neither answer nor mark is stored, the delivery continues', async () => {
    const outcomes: AttemptOutcome[] = [
      { kind: 'status', statusCode: 500, durationMs: 5, answer: 'no' },
      { kind: 'timeout', durationMs: 5, detail: 'secured' },
    ];
    const message = await putEvent();
    const { dependencies } = dependenciesOf(merchantAt(), {
      send: async () => outcomes.shift() ?? { kind: 'delivered', statusCode: 200, durationMs: 5 },
    });
    const away = () => Promise.reject(new Error('away'));
    const delivery = await carryOut(message, {
      ...dependencies,
      deliveries: { ...dependencies.deliveries, storeAnswer: away },
      endpoints: { ...dependencies.endpoints, markSlow: away },
    });
    expect(delivery).toMatchObject({ state: 'delivered', done: 3 });
  });
});

it('the log of a delivery has no secret, no URL and no answer', async () => {
  const { merchant } = await merchantAnswering(500, 200);
  const message = await putEvent();
  const { dependencies, lines } = dependenciesOf(merchant);
  await carryOut(message, dependencies);
  const log = JSON.stringify(lines);
  expect(lines.length).toBeGreaterThan(1);
  for (const secret of [merchant.endpoint.secrets.current, 'localhost', '127.0.0.1', 'answer 1']) {
    expect(log).not.toContain(secret);
  }
});
