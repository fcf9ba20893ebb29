import { GRACE_MS, NEVER_STARTED_MS, START_IN_FLIGHT_MS } from '../times.ts';
import type { BankAttempt, Settlement, Transaction } from '../transaction.ts';
import { stalledStep } from './sweep-delivery.ts';

/** What the sweep does about one transaction that is due. */
export type SweepStep =
  /** Not yet: look again at `at`. */
  | { kind: 'rearm'; at: number }
  /** The window has passed, or a start was left unfinished: the bank is asked. `overdueMs` since when it could have been. */
  | { kind: 'ask'; attempt: BankAttempt; index: number; overdueMs: number }
  /** Nothing was ever started in 30 days (decision D10). */
  | { kind: 'cancel' }
  /** The hand-off of an event was lost or its delivery stalled: hand it over again. */
  | { kind: 'hand-over'; settlement: Settlement; at: number }
  /** Handing it over bore no fruit. */
  | { kind: 'give-up'; settlement: Settlement }
  /** Settled and told: nothing is due any more. */
  | { kind: 'disarm' };

/** Decides what is to be done; `dueAt` is only a lower bound, so "not yet" is an ordinary answer. */
export function sweepStep(transaction: Transaction, nowMs: number): SweepStep {
  if (transaction.status !== 'pending') return deliveryStep(transaction, nowMs);
  const index = transaction.liveAttempt;
  const attempt = index === undefined ? undefined : transaction.attempts[index];
  if (index === undefined || !attempt) {
    const cancelAt = transaction.createdAt + NEVER_STARTED_MS;
    return nowMs < cancelAt ? { kind: 'rearm', at: cancelAt } : { kind: 'cancel' };
  }
  const askAt = attempt.endsAt + GRACE_MS[attempt.method];
  if (attempt.state === 'live' && nowMs < askAt) return { kind: 'rearm', at: askAt };
  // A start whose end nobody wrote down is asked about as soon as nobody can be at work on it.
  const idleAt = attempt.startedAt + START_IN_FLIGHT_MS;
  if (attempt.state === 'starting' && nowMs < idleAt) return { kind: 'rearm', at: idleAt };
  const sinceMs = attempt.state === 'starting' ? idleAt : askAt;
  return { kind: 'ask', attempt, index, overdueMs: Math.max(nowMs - sinceMs, 0) };
}

function deliveryStep({ settlements }: Transaction, nowMs: number): SweepStep {
  // The newest first: it is what the merchant must be told. An older one only remains to be written off.
  const settlement = settlements.findLast(({ delivery }) => delivery.state === 'pending');
  if (!settlement) return { kind: 'disarm' };
  const step = stalledStep(settlement, nowMs);
  if (step.kind === 'wait') return { kind: 'rearm', at: step.until };
  return step.kind === 'requeue' ? { kind: 'hand-over', settlement, at: step.lookAt } : { kind: 'give-up', settlement };
}
