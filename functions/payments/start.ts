import { CONFIRMATION_WINDOW_MS, START_IN_FLIGHT_MS } from './times.ts';
import type { BankAttempt, PaymentMethod, Transaction } from './transaction.ts';

/** What a call wants to start. `phoneHash` tells whether a push goes to the same phone. */
export interface StartWish {
  method: PaymentMethod;
  phoneHash?: string;
}

/** Each refused phone leaves an attempt on the item, which must stay small; nobody mistypes a number this often. */
export const MAXIMUM_ATTEMPTS = 10;

export type StartDecision =
  /** Nothing is out: start, as the attempt at `index`. */
  | { kind: 'start'; index: number }
  /** The same call again: what was started is still good, nothing new happens at the bank (decision D6). */
  | { kind: 'repeat'; attempt: BankAttempt }
  /**
   * A start was claimed and nobody wrote down how it ended: the bank must be asked first (decision D8).
   * `mayFree`: nobody can still be at work on it, so the bank's "never started" is final.
   */
  | { kind: 'ask'; index: number; attempt: BankAttempt; same: boolean; mayFree: boolean }
  | { kind: 'refuse'; problem: string };

/** The customer can no longer pay what is out, and the bank has not yet said that it is over. */
const ENDED_PROBLEMS: Record<PaymentMethod, string> = {
  MBWAY:
    'transactionId names a transaction whose confirmation window of 4 minutes has ended; its outcome is being confirmed with the bank',
  REFERENCE:
    'transactionId names a transaction whose Multibanco reference has expired; its outcome is being confirmed with the bank; create a new transaction to pay again',
};

/** Decides what a call of mbway or multibanco does (decisions D6, D8). At most one start may be live (invariant 2). */
export function decideStart(transaction: Transaction, wish: StartWish, nowMs: number): StartDecision {
  if (transaction.status !== 'pending') {
    return { kind: 'refuse', problem: `transactionId names a transaction that is already ${transaction.status}` };
  }
  const { liveAttempt, attempts } = transaction;
  if (liveAttempt === undefined) {
    if (attempts.length < MAXIMUM_ATTEMPTS) return { kind: 'start', index: attempts.length };
    return {
      kind: 'refuse',
      problem: 'transactionId names a transaction with too many refused starts; create a new one',
    };
  }
  const attempt = attempts[liveAttempt];
  if (!attempt) throw new Error('transaction: liveAttempt names no attempt');
  const same = attempt.method === wish.method && attempt.phoneHash === wish.phoneHash;
  if (attempt.state === 'starting') {
    const mayFree = nowMs - attempt.startedAt >= START_IN_FLIGHT_MS;
    return { kind: 'ask', index: liveAttempt, attempt, same, mayFree };
  }
  if (!same) return { kind: 'refuse', problem: otherStartProblem(attempt.method, wish.method) };
  if (nowMs >= attempt.endsAt) return { kind: 'refuse', problem: ENDED_PROBLEMS[attempt.method] };
  return { kind: 'repeat', attempt };
}

/** Why another start is refused while `live` may be out. */
export function otherStartProblem(live: PaymentMethod, wanted: PaymentMethod): string {
  if (live === 'REFERENCE') {
    return 'transactionId names a transaction that already has a Multibanco reference; create a new transaction to pay by MB WAY';
  }
  return wanted === 'MBWAY'
    ? 'phoneNumber differs from the one to which a push may still be live for this transaction'
    : 'transactionId names a transaction for which a MB WAY push may be live; wait for its outcome or create a new transaction';
}

/** The record of a start, written before the bank is asked to push or issue. */
export function newAttempt(
  wish: StartWish & { phoneLast3?: string },
  bankId: string,
  nowMs: number,
  endsAt: number = nowMs + CONFIRMATION_WINDOW_MS,
): BankAttempt {
  return { ...wish, bankId, state: 'starting', startedAt: nowMs, endsAt };
}
