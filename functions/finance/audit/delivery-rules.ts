import { stalledAt } from '../../payments/stalled-delivery.ts';
import type { Delivery, Settlement } from '../../payments/transaction.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../webhooks/plan.ts';
import { undeliveredKey } from '../../webhooks/resend/undelivered.ts';
import type { Stored } from './stored.ts';
import type { Fault } from './violation.ts';

/**
 * The sweep re-queues or gives up a delivery within the sum of `STALL_LIMITS_MS` after its last activity: an older one
 * is a fault.
 */
const YOUNG_MS = HOUR_MS;

/** Each settlement has its event (invariant 3), and its attempts fit the schedule (§6.4, invariant 5). */
export function deliveryFaults(stored: Stored, nowMs: number): Fault[] {
  const { settlements } = stored.transaction;
  return [
    ...settlements.flatMap((settlement, index) => [
      ...eventFaults(settlement, index === settlements.length - 1, nowMs),
      ...seriesFaults(stored, settlement),
    ]),
    ...markFaults(stored),
  ];
}

function eventFaults(settlement: Settlement, isNewest: boolean, nowMs: number): Fault[] {
  const { eventId, delivery } = settlement;
  const fault = (detail: string): Fault[] => [{ kind: 'event', detail: `${eventId}: ${detail}` }];
  if (delivery.state === 'superseded' && isNewest) return fault('superseded by no newer event');
  // `stalledAt` is minutes after the last activity, re-queues excepted, which is within the hour's margin.
  const activeAt = Math.max(stalledAt(settlement), delivery.requeues?.at ?? 0);
  if (delivery.state === 'pending' && nowMs - activeAt > YOUNG_MS) return fault('pending for more than an hour');
  return [];
}

/** Every previous series is stored under its number, and fits the schedule. */
function seriesFaults({ series }: Stored, { eventId, delivery }: Settlement): Fault[] {
  const before = series.filter((each) => each.eventId === eventId).map((each) => each.delivery);
  const numbers = before.map((each) => each.series).sort((a, b) => a - b);
  const isComplete = numbers.length === delivery.series - 1 && numbers.every((number, index) => number === index + 1);
  const details = [delivery, ...before].flatMap((each) =>
    attemptFaults(each).map((detail) => `${eventId}, series ${each.series}: ${detail}`),
  );
  if (!isComplete) details.push(`${eventId}: series ${numbers.join(', ')} stored before series ${delivery.series}`);
  return details.map((detail) => ({ kind: 'attempts', detail }));
}

function attemptFaults({ attempts, done, state, outcome, nextAttemptAt }: Delivery): string[] {
  const faults: string[] = [];
  if (attempts.length > MAX_ATTEMPTS) faults.push(`${attempts.length} attempts`);
  if (attempts.length !== done) faults.push(`${attempts.length} attempts recorded, ${done} counted`);
  if (new Set(attempts.map(({ id }) => id)).size !== attempts.length) faults.push('one attempt recorded twice');
  for (const [index, { startedAt, outcome: ended, statusCode }] of attempts.entries()) {
    const earlyMs = earliest(attempts, index) - startedAt;
    if (earlyMs > 0) faults.push(`attempt ${index + 1} was ${earlyMs} ms early`);
    if (ended === 'delivered' && !(statusCode && statusCode >= 200 && statusCode < 300))
      faults.push(`attempt ${index + 1} is delivered with the status ${statusCode ?? 'of no answer'}`);
    if (attempts[index - 1]?.outcome === 'delivered') faults.push('an attempt after a delivered one');
  }
  const isDelivered = attempts.at(-1)?.outcome === 'delivered';
  if ((state === 'delivered') !== isDelivered) faults.push(`${state} is not how the last attempt ended`);
  if (state === 'not_delivered' && done < MAX_ATTEMPTS && outcome === undefined)
    faults.push(`not delivered after ${done} attempts`);
  if (nextAttemptAt !== undefined && state !== 'pending') faults.push('an attempt is planned though it has ended');
  if (nextAttemptAt !== undefined && nextAttemptAt < earliest(attempts, attempts.length))
    faults.push('the next attempt is planned too early');
  return faults;
}

/** When the attempt at `index` may start: its delay after the end of the one before. */
function earliest(attempts: Delivery['attempts'], index: number): number {
  const before = attempts[index - 1];
  return before ? before.startedAt + before.durationMs + (DELAYS_BEFORE_ATTEMPT_MS[index] ?? 0) : 0;
}

/** Among the undelivered if and only if the newest event was not delivered or skipped. */
function markFaults({ transaction: { merchantId, settlements }, undeliveredKey: is }: Stored): Fault[] {
  const newest = settlements.at(-1);
  const state = newest?.delivery.state;
  const should =
    newest && (state === 'not_delivered' || state === 'skipped')
      ? undeliveredKey(merchantId, newest.settledAt, state)
      : undefined;
  if (is === should) return [];
  return [{ kind: 'undelivered', detail: `listed as ${is ?? 'nothing'}, should be ${should ?? 'nothing'}` }];
}
