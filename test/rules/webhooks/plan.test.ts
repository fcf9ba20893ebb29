import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeliveryAttempt } from '../../../functions/payments/transaction.ts';
import { type DeliveryMessage, queueDelayS } from '../../../functions/webhooks/delivery-queue.ts';
import type { WebhookEndpoint } from '../../../functions/webhooks/endpoint/webhook-endpoint.ts';
import type { EventRecord } from '../../../functions/webhooks/event.ts';
import { DELAYS_BEFORE_ATTEMPT_MS, nextStep, planDelivery, recordOf } from '../../../functions/webhooks/plan.ts';
import { deliveryWith, recordWith, SETTLED_AT, settlementWith } from '../../rig/webhook-records.ts';

const ON: WebhookEndpoint = { url: 'https://shop.example/hook', enabled: true, secrets: { current: 'whsec_A' } };
const OFF = { ...ON, enabled: false };
const message: DeliveryMessage = { transactionId: 'tx_1', merchantId: 'mer_1', eventId: 'evt_1', resends: 0, done: 0 };
const target = { transactionId: 'tx_1', index: 0, eventId: 'evt_1', resends: 0 };

function planOf(
  record: EventRecord | undefined,
  { nowMs = SETTLED_AT, ...fields }: Partial<DeliveryMessage & { nowMs: number }> = {},
  endpoint: WebhookEndpoint | null = ON,
) {
  return planDelivery({ record, message: { ...message, ...fields }, endpoint: endpoint ?? undefined, nowMs });
}

const withDelivery = (fields: Parameters<typeof deliveryWith>[0]) =>
  recordWith({ settlements: [settlementWith({ delivery: deliveryWith(fields) })] });

describe('a message', () => {
  it('leads to the first attempt of a new event', () => {
    const record = recordWith();
    expect(planOf(record)).toEqual({ kind: 'attempt', number: 1, target, record, endpoint: ON });
  });

  it('continues at the attempt of the record, whatever the message has', () => {
    expect(planOf(withDelivery({ done: 2 }))).toMatchObject({ kind: 'attempt', number: 3 });
    expect(planOf(withDelivery({ done: 2 }), { done: 3 })).toMatchObject({ number: 3 });
  });

  it('is dropped when the event was resent since', () => {
    expect(planOf(withDelivery({ resends: 1 }))).toEqual({ kind: 'drop', why: 'before-resend' });
  });

  it.each(['delivered', 'not_delivered', 'skipped', 'superseded'] as const)('is dropped when it is %s', (state) => {
    expect(planOf(withDelivery({ state }))).toEqual({ kind: 'drop', why: 'ended' });
  });

  it('of an event that is not there is dropped', () => {
    expect(planOf(undefined)).toEqual({ kind: 'drop', why: 'unknown-event' });
    expect(planOf(recordWith(), { eventId: 'evt_7' })).toMatchObject({ kind: 'drop' });
  });

  it('waits until its attempt is due, and reports whether it is the message for it', () => {
    const record = withDelivery({ done: 2, nextAttemptAt: SETTLED_AT + 1_000 });
    expect(planOf(record, { done: 2 })).toEqual({ kind: 'wait', untilMs: SETTLED_AT + 1_000, isOwn: true });
    expect(planOf(record, { done: 0 })).toEqual({ kind: 'wait', untilMs: SETTLED_AT + 1_000, isOwn: false });
    expect(planOf(record, { done: 2, nowMs: SETTLED_AT + 1_000 })).toMatchObject({ kind: 'attempt', number: 3 });
  });
});

describe('a delivery', () => {
  const newer = settlementWith({ eventId: 'evt_2' });

  it('is superseded by a newer settlement, also between two attempts', () => {
    const record = recordWith({
      settlements: [settlementWith({ status: 'failed', delivery: deliveryWith({ done: 2 }) }), newer],
    });
    expect(planOf(record, { done: 2 })).toEqual({ kind: 'end', state: 'superseded', target, record });
    expect(planOf(record, { eventId: 'evt_2' })).toMatchObject({ kind: 'attempt', target: { index: 1 } });
  });

  it('is skipped when the toggle is off or there is no URL', () => {
    const skip = { kind: 'end', state: 'skipped', target };
    expect(planOf(recordWith(), {}, OFF)).toMatchObject(skip);
    expect(planOf(recordWith(), {}, null)).toMatchObject(skip);
    expect(planOf(withDelivery({ done: 1 }), {}, OFF)).toMatchObject(skip);
  });

  it('of a test event is sent whatever the toggle, but not without a URL', () => {
    const record = recordWith({ transactionId: 'test_1' });
    expect(planOf(record, {}, OFF)).toMatchObject({ kind: 'attempt' });
    expect(planOf(record, {}, null)).toMatchObject({ state: 'skipped' });
  });
});

describe('the record of an attempt', () => {
  const kind = 'attempt';
  const attempt: DeliveryAttempt = { id: 'a', startedAt: 1_000, durationMs: 50, outcome: 'status', statusCode: 500 };

  it('has the time of the next one, counted from its own end', () => {
    expect([1, 2, 3].map((n) => recordOf(target, n, attempt).nextAttemptAt)).toEqual([1_250, 2_050, 6_050]);
  });

  it('ends the delivery after the fourth failure', () => {
    expect(recordOf(target, 4, attempt)).toEqual({ kind, target, number: 4, attempt, state: 'not_delivered' });
  });

  it('ends the delivery at any success', () => {
    const delivered: DeliveryAttempt = { ...attempt, outcome: 'delivered', statusCode: 204 };
    for (const n of [1, 2, 3, 4]) {
      expect(recordOf(target, n, delivered)).toEqual({
        kind,
        target,
        number: n,
        attempt: delivered,
        state: 'delivered',
      });
    }
  });
});

describe('whatever happens to messages and answers', () => {
  it('a delivery ends, after at most four recorded attempts, each no earlier than it is due', () => {
    const answers = fc.array(fc.constantFrom('delivered', 'status', 'timeout'), { minLength: 4, maxLength: 4 });
    // Steps of the clock between the arrivals of the one message or its repeats.
    const pauses = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(answers, pauses, (outcomes, steps) => {
        let record = recordWith();
        let nowMs = SETTLED_AT;
        const made: number[] = [];
        for (const stepMs of steps) {
          const plan = planOf(record, { nowMs });
          if (plan.kind === 'drop') break;
          if (plan.kind === 'wait') nowMs = plan.untilMs;
          if (plan.kind === 'attempt') {
            const due = record.settlements[0]?.delivery.nextAttemptAt ?? 0;
            expect(nowMs).toBeGreaterThanOrEqual(due);
            made.push(plan.number);
            const outcome = outcomes[plan.number - 1] ?? 'status';
            record = after(record, plan.number, { id: `a${plan.number}`, startedAt: nowMs, durationMs: 5, outcome });
          }
          nowMs += stepMs;
        }
        const firstSuccess = outcomes.indexOf('delivered');
        expect(made).toEqual([1, 2, 3, 4].slice(0, firstSuccess === -1 ? 4 : firstSuccess + 1));
        expect(record.settlements[0]?.delivery.state).toBe(firstSuccess === -1 ? 'not_delivered' : 'delivered');
      }),
    );
  });

  function after(record: EventRecord, number: number, attempt: DeliveryAttempt): EventRecord {
    const { state, nextAttemptAt } = recordOf(target, number, attempt);
    const attempts = [...(record.settlements[0]?.delivery.attempts ?? []), attempt];
    const next = nextAttemptAt === undefined ? {} : { nextAttemptAt };
    return withDelivery({ state, done: number, attempts, ...next });
  }
});

it('no fifth attempt is made on a record that holds four and was not ended (invariant 5)', () => {
  for (const done of [4, 5]) {
    const record = recordWith({ settlements: [settlementWith({ delivery: deliveryWith({ done }) })] });
    expect(planOf(record)).toEqual({ kind: 'drop', why: 'ended' });
  }
});

describe('the retry schedule', () => {
  it('sleeps what a queue cannot delay, queues the rest, and gives up after the fourth', () => {
    expect(DELAYS_BEFORE_ATTEMPT_MS).toEqual([0, 200, 1_000, 5_000]);
    expect([0, 1, 2, 3, 4].map(nextStep)).toEqual(['sleep', 'sleep', 'queue', 'queue', 'give-up']);
  });

  it('never asks the queue for a delay that ends early or that it refuses', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: 900_000 }), (delayMs) => {
        const delayS = queueDelayS(delayMs);
        expect(Number.isInteger(delayS)).toBe(true);
        expect(delayS * 1_000).toBeGreaterThanOrEqual(delayMs);
        expect(delayS).toBeGreaterThanOrEqual(0);
        expect(delayS).toBeLessThanOrEqual(900);
      }),
    );
    expect([980, 1_000, 4_960, 5_000].map(queueDelayS)).toEqual([1, 1, 5, 5]);
  });
});
