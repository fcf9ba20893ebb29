import { DELIVERY_STALLED_MS } from '../times.ts';
import type { Requeues, Settlement } from '../transaction.ts';

const MINUTE_MS = 60_000;

/**
 * How long a delivery may be without a sign of life after so many re-queues: before the first, and after the first,
 * second and third. The last is longer than a crashing consumer needs to bring a message to the dead letters (five
 * receives, three minutes apart).
 */
const PATIENCE_MS = [DELIVERY_STALLED_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 20 * MINUTE_MS] as const;

/** After so many re-queues in vain the delivery is given up. */
const MAXIMUM_REQUEUES = PATIENCE_MS.length - 1;

/** What the sweep does about an unfinished delivery. */
export type StalledStep =
  | { kind: 'wait'; until: number }
  /** Hand it to the delivery queue again, note `requeues`, and look again at `lookAt`. */
  | { kind: 'requeue'; requeues: Requeues; lookAt: number }
  /** Re-queueing bore no fruit: it is `not_delivered`, `not_attempted`. */
  | { kind: 'give-up' };

/** An attempt recorded since the last re-queue is its fruit, and the count begins anew. */
export function stalledStep(settlement: Settlement, nowMs: number): StalledStep {
  const { done, requeues } = settlement.delivery;
  const vain = requeues?.done === done ? requeues : undefined;
  const count = vain?.count ?? 0;
  const until = Math.max(stalledAt(settlement), (vain?.at ?? 0) + (PATIENCE_MS[count] ?? 0));
  if (nowMs < until) return { kind: 'wait', until };
  if (count >= MAXIMUM_REQUEUES) return { kind: 'give-up' };
  const next = count + 1;
  return { kind: 'requeue', requeues: { count: next, done, at: nowMs }, lookAt: nowMs + (PATIENCE_MS[next] ?? 0) };
}

/** When an unfinished delivery counts as stalled: five minutes after the last that was heard of it. */
export function stalledAt({ settledAt, delivery }: Settlement): number {
  const last = delivery.attempts.at(-1);
  const lastActivity = last ? last.startedAt + last.durationMs : (delivery.resentAt ?? settledAt);
  return lastActivity + DELIVERY_STALLED_MS;
}
