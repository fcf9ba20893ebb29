import { DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/durations.ts';
import { DELIVERY_STALLED_MS } from './times.ts';
import type { Requeues, Settlement } from './transaction.ts';

/** How long a delivery may be without activity before it is re-queued: the first, second and third time, then hourly. */
const BEFORE_REQUEUE_MS = [DELIVERY_STALLED_MS, 5 * MINUTE_MS, 10 * MINUTE_MS] as const;
export const LONGEST_BEFORE_REQUEUE_MS = HOUR_MS;

/** A merchant's order is settled by other means by then. */
export const GIVE_UP_AFTER_DAYS = 5;

/** What is done about an unfinished delivery. */
export type StalledStep =
  | { kind: 'wait'; untilMs: number }
  /** Re-queue it, record `requeues`, and check again at `checkAt`. */
  | { kind: 'requeue'; requeues: Requeues; checkAt: number }
  /** The service could not make the due attempt for days: it becomes `not_delivered`, `not_attempted`. */
  | { kind: 'give-up' };

/** Decides what to do about an unfinished delivery (§6.4). A recorded attempt restarts the count of re-queues. */
export function stalledStep(settlement: Settlement, nowMs: number): StalledStep {
  const { done, requeues } = settlement.delivery;
  const unanswered = requeues?.done === done ? requeues : undefined;
  const count = unanswered?.count ?? 0;
  const untilMs = unanswered ? unanswered.at + beforeRequeueMs(count) : stalledAt(settlement);
  if (nowMs < untilMs) return { kind: 'wait', untilMs };
  if (nowMs >= lastActivityMs(settlement) + GIVE_UP_AFTER_DAYS * DAY_MS) return { kind: 'give-up' };
  const next = { count: count + 1, done, at: nowMs };
  return { kind: 'requeue', requeues: next, checkAt: nowMs + beforeRequeueMs(next.count) };
}

const beforeRequeueMs = (count: number) => BEFORE_REQUEUE_MS[count] ?? LONGEST_BEFORE_REQUEUE_MS;

/** When an unfinished delivery counts as stalled: `DELIVERY_STALLED_MS` after its last activity. */
export function stalledAt(settlement: Settlement): number {
  return lastActivityMs(settlement) + DELIVERY_STALLED_MS;
}

function lastActivityMs({ settledAt, delivery }: Settlement): number {
  const last = delivery.attempts.at(-1);
  return last ? last.startedAt + last.durationMs : (delivery.resentAt ?? settledAt);
}
