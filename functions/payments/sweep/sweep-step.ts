import { stalledStep } from '../stalled-delivery.ts';
import { GRACE_MS, NEVER_STARTED_MS, START_IN_FLIGHT_MS } from '../times.ts';
import type { BankAttempt, Settlement, Transaction } from '../transaction.ts';

/** What the sweep does about one transaction that is due. */
export type SweepStep =
  /** Not due yet: check again at `atMs`. */
  | { kind: 'rearm'; atMs: number }
  /** The window has ended, or a start has no recorded outcome: query the bank. `overdueMs` is how late that is. */
  | { kind: 'ask'; attempt: BankAttempt; index: number; overdueMs: number }
  /** Nothing was started in `NEVER_STARTED_MS` (decision D10). */
  | { kind: 'cancel' }
  /** An event was not relayed or its delivery has stalled: re-queue it and check again at `atMs`. */
  | { kind: 'requeue'; settlement: Settlement; atMs: number }
  /** Its due attempt could not be made for days. */
  | { kind: 'give-up'; settlement: Settlement }
  /** Settled and delivered: nothing is due. */
  | { kind: 'disarm' };

/** Decides the sweep's step for a transaction. `dueAt` is a lower bound, so `rearm` is an ordinary answer. */
export function sweepStep(transaction: Transaction, nowMs: number): SweepStep {
  if (transaction.status !== 'pending') return deliveryStep(transaction, nowMs);
  const index = transaction.liveAttempt;
  const attempt = index === undefined ? undefined : transaction.attempts[index];
  if (index === undefined || !attempt) {
    const cancelAt = transaction.createdAt + NEVER_STARTED_MS;
    return nowMs < cancelAt ? { kind: 'rearm', atMs: cancelAt } : { kind: 'cancel' };
  }
  const askAt = attempt.endsAt + GRACE_MS[attempt.method];
  if (attempt.state === 'live' && nowMs < askAt) return { kind: 'rearm', atMs: askAt };
  // A start without a recorded outcome is queried as soon as no call can be working on it.
  const idleAt = attempt.startedAt + START_IN_FLIGHT_MS;
  if (attempt.state === 'starting' && nowMs < idleAt) return { kind: 'rearm', atMs: idleAt };
  const sinceMs = attempt.state === 'starting' ? idleAt : askAt;
  return { kind: 'ask', attempt, index, overdueMs: Math.max(nowMs - sinceMs, 0) };
}

function deliveryStep({ settlements }: Transaction, nowMs: number): SweepStep {
  // The newest first, because it has the merchant's current status. An older delivery is superseded.
  const settlement = settlements.findLast(({ delivery }) => delivery.state === 'pending');
  if (!settlement) return { kind: 'disarm' };
  const step = stalledStep(settlement, nowMs);
  if (step.kind === 'wait') return { kind: 'rearm', atMs: step.untilMs };
  return step.kind === 'requeue'
    ? { kind: 'requeue', settlement, atMs: step.checkAt }
    : { kind: 'give-up', settlement };
}
