import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type StalledStep, stalledStep } from '../../../functions/payments/stalled-delivery.ts';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { deliveryWith, SETTLED_AT, settlementWith } from '../../rig/webhook-records.ts';

/** In minutes. */
const DAY = 24 * 60;

const settlement = (fields: Parameters<typeof deliveryWith>[0] = {}) =>
  settlementWith({ delivery: deliveryWith(fields) });
const at = (afterMs: number, fields: Parameters<typeof deliveryWith>[0] = {}) =>
  stalledStep(settlement(fields), SETTLED_AT + afterMs);
const requeued = (count: number, minutes: number) => ({
  count,
  done: 0,
  at: SETTLED_AT + minutes * MINUTE_MS,
});
const attempt = (minutes: number) => ({
  id: `a${minutes}`,
  startedAt: SETTLED_AT + minutes * MINUTE_MS,
  durationMs: 0,
  outcome: 'status' as const,
});

describe('§6.4.3, invariant 3: a stalled delivery', () => {
  test('is not re-queued for five minutes, then it is', () => {
    expect(at(5 * MINUTE_MS - 1)).toEqual({ kind: 'wait', untilMs: SETTLED_AT + 5 * MINUTE_MS });
    expect(at(5 * MINUTE_MS)).toMatchObject({ kind: 'requeue', requeues: { count: 1, done: 0 } });
  });

  test('is re-queued after 5, 10 and 20 minutes and then hourly, and given up after five days', () => {
    const steps: [number, StalledStep['kind']][] = [];
    let delivery = {};
    for (let minute = 0; minute <= 5 * DAY + 60; minute += 1) {
      const step = at(minute * MINUTE_MS, delivery);
      if (step.kind === 'requeue') delivery = { requeues: step.requeues };
      if (step.kind !== 'wait') steps.push([minute, step.kind]);
      if (step.kind === 'give-up') break;
    }
    const hourly = Array.from({ length: 119 }, (_, n): [number, string] => [80 + 60 * n, 'requeue']);
    expect(steps).toEqual([[5, 'requeue'], [10, 'requeue'], [20, 'requeue'], ...hourly, [5 * DAY + 20, 'give-up']]);
  });

  test('has its next check when the next step is due', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 5_000 }), fc.integer({ min: 0, max: 2 }), (minute, count) => {
        const requeues = count === 0 ? {} : { requeues: requeued(count, minute - 25) };
        const step = at(minute * MINUTE_MS, requeues);
        if (step.kind !== 'requeue') return;
        const again = (nowMs: number) => stalledStep(settlement({ requeues: step.requeues }), nowMs).kind;
        expect(again(step.checkAt - 1)).toBe('wait');
        expect(again(step.checkAt)).not.toBe('wait');
      }),
    );
  });

  test('counts re-queues from zero when an attempt was recorded since', () => {
    const moved = { done: 1, attempts: [attempt(21)], requeues: requeued(3, 20) };
    expect(at(26 * MINUTE_MS - 1, moved)).toMatchObject({ kind: 'wait' });
    expect(at(26 * MINUTE_MS, moved)).toMatchObject({ kind: 'requeue', requeues: { count: 1, done: 1 } });
  });

  test('of a resend counts from the resend, whatever the age of the event', () => {
    const resent = { resends: 1, resentAt: SETTLED_AT + 600 * MINUTE_MS };
    expect(at(604 * MINUTE_MS, resent)).toMatchObject({ kind: 'wait' });
    expect(at(605 * MINUTE_MS, resent)).toMatchObject({ kind: 'requeue', requeues: { count: 1 } });
  });
});
