import type { PaymentMethod } from '../../banking/bank.ts';
import { CONFIRMATION_WINDOW_MS, START_FAULT_PAUSE_MS, START_IN_FLIGHT_MS } from '../times.ts';
import type { BankAttempt, StartFaultKind, Transaction } from '../transaction.ts';
import { START_MESSAGES, type StartMessage } from './start-refusals.ts';

/** What a call wants to start. `phoneHash` tells whether a push goes to the same phone. */
export interface StartRequest {
  method: PaymentMethod;
  phoneHash?: string;
}

/** Each refused phone leaves an attempt on the item, which must stay small; nobody mistypes a number this often. */
export const MAX_STARTS = 10;

/** After so many starts in a row that certainly did not happen, one in `START_FAULT_PAUSE_MS` reaches the bank. */
export const MAX_UNPACED_FAULTS = 10;

export type StartDecision =
  /** Nothing is out: start, as the attempt at `index`; where `isPaced`, only after taking this minute's turn. */
  | { kind: 'start'; index: number; isPaced?: true }
  /** Start after start did not happen, the last by `fault` a moment ago: answered alike, and the bank is left alone. */
  | { kind: 'pause'; fault: StartFaultKind }
  /** The same call again: what was started is still good, nothing new happens at the bank (decision D6). */
  | { kind: 'repeat'; attempt: BankAttempt }
  /**
   * A start was claimed and nobody wrote down how it ended: the bank must be asked first (decision D8).
   * `mayFree`: nobody can still be at work on it, so the bank's "never started" is final.
   */
  | { kind: 'ask'; index: number; attempt: BankAttempt; same: boolean; mayFree: boolean }
  | { kind: 'refuse'; problem: StartMessage };

/** Decides what a call of mbway or multibanco does (decisions D6, D8). At most one start may be live (invariant 2). */
export function decideStart(transaction: Transaction, request: StartRequest, nowMs: number): StartDecision {
  if (transaction.status !== 'pending') {
    return { kind: 'refuse', problem: START_MESSAGES[transaction.status] };
  }
  const { liveAttempt, attempts } = transaction;
  if (liveAttempt === undefined) return decideNext(transaction, nowMs);
  const attempt = attempts[liveAttempt];
  if (!attempt) throw new Error('transaction: liveAttempt names no attempt');
  const same = attempt.method === request.method && attempt.phoneHash === request.phoneHash;
  if (attempt.state === 'starting') {
    const mayFree = nowMs - attempt.startedAt >= START_IN_FLIGHT_MS;
    return { kind: 'ask', index: liveAttempt, attempt, same, mayFree };
  }
  if (!same) return { kind: 'refuse', problem: otherStartProblem(attempt.method, request.method) };
  if (nowMs < attempt.endsAt) return { kind: 'repeat', attempt };
  // The customer can no longer pay what is out, and the bank has not yet reported that it is over.
  const isPush = attempt.method === 'MBWAY';
  return { kind: 'refuse', problem: isPush ? START_MESSAGES.pushEnded : START_MESSAGES.referenceEnded };
}

/** Nothing is out. Refused starts are limited for good, those that did not happen only in their pace: they are no fault of the caller. */
function decideNext(
  { attempts, startFaults = 0, startFaultAt = 0, startFaultKind }: Transaction,
  nowMs: number,
): StartDecision {
  if (attempts.length >= MAX_STARTS) return { kind: 'refuse', problem: START_MESSAGES.tooManyRefused };
  const index = attempts.length;
  if (startFaults < MAX_UNPACED_FAULTS) return { kind: 'start', index };
  if (nowMs >= startFaultAt + START_FAULT_PAUSE_MS) return { kind: 'start', index, isPaced: true };
  return { kind: 'pause', fault: startFaultKind ?? 'fault' };
}

/** Why another start is refused while `live` may be out. */
export function otherStartProblem(live: PaymentMethod, wanted: PaymentMethod): StartMessage {
  if (live === 'REFERENCE') return START_MESSAGES.hasReference;
  return wanted === 'MBWAY' ? START_MESSAGES.otherPhone : START_MESSAGES.pushMayBeLive;
}

/** The record of a start, written before the bank is asked to push or issue. */
export function newAttempt(
  request: StartRequest & { phoneLast3?: string },
  bankId: string,
  nowMs: number,
  endsAt: number = nowMs + CONFIRMATION_WINDOW_MS,
): BankAttempt {
  return { ...request, bankId, state: 'starting', startedAt: nowMs, endsAt };
}
