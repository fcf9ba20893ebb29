import { beforeEach, describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import type { EventSettlement } from '../../../../functions/webhooks/event.ts';
import { resendRecordOf } from '../../../../functions/webhooks/resend/resend-record.ts';
import { dependenciesOf, handleOnce, merchantAt, sendTo } from '../../../rig/deliveries.ts';
import { rig, resendTest as test } from '../../../rig/queues.ts';
import { resending, sweeping } from '../../../rig/recovery.ts';
import { carryOut, deliveryIn, indexesOf, putPaid, readMain, settleLate } from '../../../rig/stored-deliveries.ts';
import { itemsWith } from '../../../rig/stored-payments.ts';
import { deliveryWith, SETTLED_AT } from '../../../rig/webhook-records.ts';
import { webhooksIn } from '../../../rig/wired.ts';
import { bodyBy } from '../../../support/payload.ts';

beforeEach(() => {
  rig.time.nowMs = SETTLED_AT + HOUR_MS;
});

const REASON = { who: 'ana@example.pt', why: 'the shop lost its data' };
const attempts = [1, 2, 3, 4].map((n) => ({
  id: `attempt${n}`,
  startedAt: SETTLED_AT + n * 1_000,
  durationMs: 8_000,
  outcome: 'timeout' as const,
}));
const NOT_DELIVERED = { state: 'not_delivered', done: 4, attempts } as const;
const DELIVERED = {
  state: 'delivered',
  done: 1,
  attempts: [{ ...attempts[0], id: 'a', outcome: 'delivered' }],
} as never;

const deliveryOf = async ({ transactionId, eventId }: { transactionId: string; eventId: string }) =>
  deliveryIn(await readMain(transactionId), eventId);
const newest = (transactionId: string) => ({ transactionId, eventId: 'newest', ...REASON });

const resendsOf = async (transactionId: string) =>
  (await itemsWith({ client: rig.dynamo }, transactionId, 'resend#')).map(resendRecordOf);

/** The consumer with a shop that accepts everything; returns the bodies it received. */
function shop() {
  const bodies: string[] = [];
  const ids: (string | undefined)[] = [];
  const { dependencies } = dependenciesOf(merchantAt(), {
    clock: () => rig.time.nowMs,
    send: async ({ body, headers }) => {
      bodies.push(String(body));
      ids.push(headers['webhook-id']);
      return { kind: 'delivered', statusCode: 200, durationMs: 1 };
    },
  });
  return { bodies, ids, dependencies, receive: () => handleOnce('deliveries', dependencies) };
}

describe('a resend', () => {
  test('of an undelivered event is a new delivery with the same bytes and event id, off the list', async () => {
    const event = await putPaid(NOT_DELIVERED, {
      undeliveredKey: 'not_delivered#2026-11-19T12:30:15.250Z#mer_a',
      undelivered: 'every merchant',
    });
    expect(await indexesOf(event.transactionId)).toContain('undelivered');
    expect(await resending().run(newest(event.transactionId))).toEqual({
      kind: 'resent',
      eventId: event.eventId,
      resends: 1,
      isQueued: true,
    });
    expect(await indexesOf(event.transactionId)).not.toContain('undelivered');
    const { bodies, ids, receive } = shop();
    await receive();
    const { record } = await readMain(event.transactionId);
    expect(bodies).toEqual([bodyBy(record, record.settlements[0] as EventSettlement)]);
    expect(ids).toEqual([event.eventId]);
    expect(await deliveryOf(event)).toMatchObject({ state: 'delivered', resends: 1, done: 1 });
  });

  test('keeps the delivery before with every attempt, and who asked, when and why', async () => {
    const event = await putPaid(NOT_DELIVERED);
    await resending().run(newest(event.transactionId));
    rig.time.nowMs += 10 * MINUTE_MS;
    const second = { ...newest(event.transactionId), who: 'rui', why: 'again' };
    await resending().run(second);
    expect(await resendsOf(event.transactionId)).toEqual([
      {
        eventId: event.eventId,
        delivery: deliveryWith(NOT_DELIVERED),
        resentAt: SETTLED_AT + HOUR_MS,
        ...REASON,
      },
      {
        eventId: event.eventId,
        delivery: deliveryWith({ resends: 1, resentAt: SETTLED_AT + HOUR_MS }),
        resentAt: SETTLED_AT + 70 * MINUTE_MS,
        who: 'rui',
        why: 'again',
      },
    ]);
    await shop().receive();
  });

  test('that fails ends as not delivered again, and is listed', async () => {
    const event = await putPaid(DELIVERED);
    await resending().run(newest(event.transactionId));
    const { dependencies } = dependenciesOf(merchantAt(), {
      sleep: async () => undefined,
      send: async () => ({ kind: 'refused', durationMs: 1, detail: 'ECONNREFUSED' }),
    });
    const message = { ...event, resends: 1, done: 0, merchantId: 'mer_a' };
    expect(await carryOut(message, dependencies)).toMatchObject({ state: 'not_delivered', resends: 1, done: 4 });
    expect(await indexesOf(event.transactionId)).toContain('undelivered');
  });
});

describe('a resend is refused', () => {
  const off = { endpointState: async () => ({ hasEndpoint: true, isEnabled: false }) };
  const noUrl = { endpointState: async () => ({ hasEndpoint: false, isEnabled: false }) };

  test.each([
    ['off', off],
    ['no-url', noUrl],
  ])('as %s, and nothing changes', async (kind, changes) => {
    const event = await putPaid(NOT_DELIVERED);
    expect(await resending(changes).run(newest(event.transactionId))).toEqual({ kind });
    expect(await deliveryOf(event)).toEqual(deliveryWith(NOT_DELIVERED));
  });

  test('while the delivery is under way, until it has stalled', async () => {
    const event = await putPaid();
    rig.time.nowMs = SETTLED_AT + 5 * MINUTE_MS - 1;
    const { run } = resending();
    expect(await run(newest(event.transactionId))).toEqual({ kind: 'in-progress', eventId: event.eventId, resends: 0 });
    rig.time.nowMs += 1;
    expect(await run(newest(event.transactionId))).toMatchObject({ kind: 'resent', resends: 1 });
    await shop().receive();
  });

  test('for a superseded event: the merchant must not be notified of what is no longer true', async () => {
    const { transactionId } = await putPaid(
      {},
      {
        settlements: [
          { eventId: 'evt_old', status: 'cancelled', paidAt: null, delivery: deliveryWith(NOT_DELIVERED) },
          { eventId: 'evt_new', delivery: deliveryWith(DELIVERED) },
        ],
      },
    );
    const { run } = resending();
    expect(await run({ transactionId, eventId: 'evt_old', ...REASON })).toEqual({ kind: 'superseded' });
    expect(await run(newest(transactionId))).toMatchObject({ kind: 'resent', eventId: 'evt_new' });
    await shop().receive();
  });

  test('for an unknown or pending transaction, a test event, or another merchant’s (invariant 7)', async () => {
    const { run } = resending();
    const { transactionId } = await putPaid(NOT_DELIVERED);
    const unsettled = await putPaid({}, { settlements: [] });
    const testId = await webhooksIn(rig.dynamo, () => SETTLED_AT).sendTestEvent('mer_a');
    for (const request of [
      newest('tx_nobody'),
      newest(unsettled.transactionId),
      newest(testId),
      { ...newest(transactionId), eventId: 'evt_nobody' },
      { ...newest(transactionId), merchantId: 'mer_b' },
    ]) {
      expect(await run(request)).toEqual({ kind: 'unknown' });
    }
  });
});

describe('invariants 3 and 5: when a resend is repeated, raced or interrupted', () => {
  test('two concurrent calls begin one resends, with one record of it', async () => {
    const event = await putPaid(NOT_DELIVERED);
    const { run } = resending();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => run(newest(event.transactionId))));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual([...Array(5).fill('in-progress'), 'resent']);
    expect(await resendsOf(event.transactionId)).toHaveLength(1);
    const { receive, bodies } = shop();
    await receive();
    expect(bodies).toHaveLength(1);
  });

  test('a repeat with the resends it has seen does nothing, even after the next delivery has ended', async () => {
    const event = await putPaid(NOT_DELIVERED);
    const { run } = resending();
    const seen = { ...newest(event.transactionId), resends: 0 };
    expect(await run(seen)).toMatchObject({ kind: 'resent', resends: 1 });
    const { receive, bodies } = shop();
    await receive();
    // As after an answer that was lost on its way.
    expect(await run(seen)).toEqual({ kind: 'sent-before', eventId: event.eventId, resends: 1 });
    expect(await run({ ...seen, resends: 1 })).toMatchObject({ kind: 'resent', resends: 2 });
    await receive();
    expect(bodies).toHaveLength(2);
  });

  test.each([
    ['the queue is away', () => Promise.reject(new Error('away'))],
    ['the caller dies before the message', () => Promise.resolve([0])],
  ])('%s: the sweep queues the new delivery', async (_, sendBatch) => {
    const event = await putPaid(NOT_DELIVERED);
    const outcome = await resending({ queue: { sendBatch } }).run(newest(event.transactionId));
    expect(outcome).toMatchObject({ kind: 'resent', isQueued: false });
    const { receive, bodies } = shop();
    await receive();
    expect(bodies).toEqual([]);
    await sweeping().at(65 * MINUTE_MS);
    await receive();
    expect(await deliveryOf(event)).toMatchObject({ state: 'delivered', resends: 1, done: 1 });
  });

  test('a message from before the resend is dropped, and its attempt is not recorded after it', async () => {
    const event = await putPaid();
    const { dependencies } = shop();
    const slow = dependenciesOf(merchantAt(), {
      send: async () => {
        // It hangs so long that it counts as stalled, and a person resends meanwhile.
        await resending().run(newest(event.transactionId));
        return { kind: 'delivered', statusCode: 200, durationMs: 1 };
      },
    }).dependencies;
    await sendTo('deliveries', { ...event, resends: 0, done: 0, merchantId: 'mer_a' });
    expect(await handleOnce('deliveries', slow)).toEqual({ received: 1, failed: 1 });
    expect(await deliveryOf(event)).toMatchObject({ state: 'pending', resends: 1, done: 0 });
    await handleOnce('deliveries', dependencies);
    expect(await deliveryOf(event)).toMatchObject({ state: 'delivered', resends: 1, done: 1 });
  });

  test('a concurrent late payment wins: the old event is not resent', async () => {
    const event = await putPaid(
      {},
      {
        settlements: [{ eventId: 'evt_c', status: 'cancelled', paidAt: null, delivery: deliveryWith(NOT_DELIVERED) }],
      },
    );
    let isFirst = true;
    const endpointState = async () => {
      if (isFirst) await settleLate(event.transactionId, 'evt_late');
      isFirst = false;
      return { hasEndpoint: true, isEnabled: true };
    };
    const outcome = await resending({ endpointState }).run({ ...event, ...REASON });
    expect(outcome).toEqual({ kind: 'superseded' });
    expect(await deliveryOf(event)).toEqual(deliveryWith(NOT_DELIVERED));
  });
});
