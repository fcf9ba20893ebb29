import type { PaymentMethod } from '../../banking/bank.ts';
import { CONFIRMATION_WINDOW_MS, START_IN_FLIGHT_MS } from '../times.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import { START_MESSAGES, type StartMessage } from './start-refusals.ts';

/** The requested start. `phoneHash` identifies the phone of a push. */
export interface StartRequest {
  method: PaymentMethod;
  phoneHash?: string;
}

/** Each refused phone leaves an attempt on the item, which must stay small. */
export const MAX_STARTS = 10;

/** What a call of mbway or multibanco does. */
export type StartDecision =
  /** No start may be live: start, as the attempt at `index`. */
  | { kind: 'start'; index: number }
  /** A repeat of a start that is still valid: the same answer, without a call to the bank (decision D6). */
  | { kind: 'repeat'; attempt: BankAttempt }
  /**
   * A claimed start has no recorded outcome: query the bank first (decision D8). `mayFree`: no call can still be
   * working on it, so the bank's `not-started` is final.
   */
  | { kind: 'ask'; index: number; attempt: BankAttempt; same: boolean; mayFree: boolean }
  | { kind: 'refuse'; problem: StartMessage };

/** Decides a call of mbway or multibanco (decisions D6, D8). At most one start may be live (invariant 2). */
export function decideStart(transaction: Transaction, request: StartRequest, nowMs: number): StartDecision {
  if (transaction.status !== 'pending') {
    return { kind: 'refuse', problem: START_MESSAGES[transaction.status] };
  }
  const { liveAttempt, attempts } = transaction;
  if (liveAttempt === undefined) {
    if (attempts.length >= MAX_STARTS) return { kind: 'refuse', problem: START_MESSAGES.tooManyRefused };
    return { kind: 'start', index: attempts.length };
  }
  const attempt = attempts[liveAttempt];
  if (!attempt) throw new Error('transaction: liveAttempt names no attempt');
  const same = attempt.method === request.method && attempt.phoneHash === request.phoneHash;
  if (attempt.state === 'starting') {
    const mayFree = nowMs - attempt.startedAt >= START_IN_FLIGHT_MS;
    return { kind: 'ask', index: liveAttempt, attempt, same, mayFree };
  }
  if (!same) return { kind: 'refuse', problem: otherStartProblem(attempt.method, request.method) };
  if (nowMs < attempt.endsAt) return { kind: 'repeat', attempt };
  // The customer can no longer pay, and the bank has not yet reported the end.
  const isPush = attempt.method === 'MBWAY';
  return { kind: 'refuse', problem: isPush ? START_MESSAGES.pushEnded : START_MESSAGES.referenceEnded };
}

/** The refusal of another start while one by `live` may be payable. */
export function otherStartProblem(live: PaymentMethod, requested: PaymentMethod): StartMessage {
  if (live === 'REFERENCE') return START_MESSAGES.hasReference;
  return requested === 'MBWAY' ? START_MESSAGES.otherPhone : START_MESSAGES.pushMayBeLive;
}

/** The record of a start, written before the bank is called. */
export function newAttempt(
  request: StartRequest & { phoneLast3?: string },
  bankId: string,
  nowMs: number,
  endsAt: number = nowMs + CONFIRMATION_WINDOW_MS,
): BankAttempt {
  return { ...request, bankId, state: 'starting', startedAt: nowMs, endsAt };
}
