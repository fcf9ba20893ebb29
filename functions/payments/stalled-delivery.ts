import { MINUTE_MS } from '../runtime/durations.ts';
import { DELIVERY_STALLED_MS } from './times.ts';
import type { Requeues, Settlement } from './transaction.ts';

/**
 * How long a delivery may be without activity: before the first re-queue, and after the first, second and third. The
 * last is longer than a crashing consumer needs to move a message to the dead-letter queue (five receives, three
 * minutes apart).
 */
export const STALL_LIMITS_MS = [DELIVERY_STALLED_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 20 * MINUTE_MS] as const;

/** After so many re-queues without an attempt the delivery is given up. */
const MAX_REQUEUES = STALL_LIMITS_MS.length - 1;

/** What is done about an unfinished delivery. */
export type StalledStep =
  | { kind: 'wait'; untilMs: number }
  /** Re-queue it, record `requeues`, and check again at `checkAt`. */
  | { kind: 'requeue'; requeues: Requeues; checkAt: number }
  /** The re-queues are exhausted: it becomes `not_delivered`, `not_attempted`. */
  | { kind: 'give-up' };

/** Decides what to do about an unfinished delivery (§6.4). An attempt since the last re-queue resets the count. */
export function stalledStep(settlement: Settlement, nowMs: number): StalledStep {
  const { done, requeues } = settlement.delivery;
  const unanswered = requeues?.done === done ? requeues : undefined;
  const count = unanswered?.count ?? 0;
  const untilMs = Math.max(stalledAt(settlement), (unanswered?.at ?? 0) + (STALL_LIMITS_MS[count] ?? 0));
  if (nowMs < untilMs) return { kind: 'wait', untilMs };
  if (count >= MAX_REQUEUES) return { kind: 'give-up' };
  const next = count + 1;
  return { kind: 'requeue', requeues: { count: next, done, at: nowMs }, checkAt: nowMs + (STALL_LIMITS_MS[next] ?? 0) };
}

/** When an unfinished delivery counts as stalled: `DELIVERY_STALLED_MS` after its last activity. */
export function stalledAt({ settledAt, delivery }: Settlement): number {
  const last = delivery.attempts.at(-1);
  const lastActivityMs = last ? last.startedAt + last.durationMs : (delivery.resentAt ?? settledAt);
  return lastActivityMs + DELIVERY_STALLED_MS;
}
