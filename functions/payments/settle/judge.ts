import { type BankStatus, type MoneyStatus, reportsMoney } from '../../banking/bank.ts';
import { areAlike, isExact, rankOf } from '../../banking/movement.ts';
import type { ExceptionKind } from '../exceptions/exception.ts';
import { BANK_CLOCK_MS } from '../times.ts';
import type { Transaction } from '../transaction.ts';
import type { SettledAttempt, Settling } from './settle.ts';

/** What the bank's word about one payment means for a transaction. An exception is recorded before the settling. */
export type Verdict =
  | { kind: 'settle'; settling: Settling; exceptions: ExceptionKind[] }
  | { kind: 'exception'; exceptions: ExceptionKind[] }
  /** The push or reference is out and may still be paid. */
  | { kind: 'waiting'; index: number }
  /** Registered at the bank, never started there. */
  | { kind: 'not-started'; index: number }
  /** The payment that is known, now reported with a more exact name of its movement, which is to be kept. */
  | { kind: 'same-payment'; index: number; operationId: string; exceptions: ExceptionKind[] }
  /** Nothing to be done: a repeat, a refusal of what is no longer live, or a bank that does not know. */
  | { kind: 'nothing'; detail: string };

/** Judges the bank's word (decisions D9, D10, D20). Only money counts on an attempt that is no longer live. */
export function judge(transaction: Transaction, bankId: string, said: BankStatus): Verdict {
  const index = transaction.attempts.findIndex((attempt) => attempt.bankId === bankId);
  const known = transaction.attempts[index];
  if (!known) {
    if (reportsMoney(said)) return exception('unknown-payment');
    return { kind: 'nothing', detail: 'no attempt of ours has this bank id' };
  }
  const attempt = { index, bankId, method: known.method };
  if (reportsMoney(said)) return judgeMoney(transaction, attempt, said);
  if (said.kind === 'unknown') return { kind: 'nothing', detail: said.detail };
  if (transaction.status !== 'pending' || transaction.liveAttempt !== index) {
    return { kind: 'nothing', detail: `${said.kind}, of what is no longer live` };
  }
  if (said.kind === 'refused') {
    const cause = said.by === 'customer' ? 'customer-refused' : 'bank-refused';
    return { kind: 'settle', settling: { ...asJudged(transaction), cause, attempt }, exceptions: [] };
  }
  if (said.kind === 'expired') {
    const cause = said.abandoned ? 'abandoned' : 'expired';
    return { kind: 'settle', settling: { ...asJudged(transaction), cause, attempt }, exceptions: [] };
  }
  return { kind: said.kind, index };
}

/** What the form of the money is called when it is not the payment. */
const FORM_KINDS = {
  partial: 'underpaid',
  'foreign-currency': 'foreign-currency',
  odd: 'unclear-payment',
} as const satisfies Record<Exclude<MoneyStatus['kind'], 'paid'>, ExceptionKind>;

function judgeMoney(transaction: Transaction, attempt: SettledAttempt, said: MoneyStatus): Verdict {
  const { amountCents, status: from } = transaction;
  if (from === 'paid') return judgeMoreMoney(transaction, attempt, said);
  if (said.kind !== 'paid') return exception(FORM_KINDS[said.kind]);
  if (said.amountCents < amountCents) return exception('underpaid');
  const exceptions: ExceptionKind[] = [];
  if (from !== 'pending') exceptions.push('late');
  if (said.amountCents > amountCents) exceptions.push('overpaid');
  const { paidAtMs, operationId } = said;
  const paid = {
    amountCents,
    paidAtMs,
    ...(operationId !== undefined && { operationId }),
    ...(said.amountCents > amountCents && { receivedCents: said.amountCents }),
  };
  return { kind: 'settle', settling: { ...asJudged(transaction), cause: 'bank-confirmed', attempt, paid }, exceptions };
}

export const REPEAT = 'a repeat of what is already paid';

function judgeMoreMoney(transaction: Transaction, attempt: SettledAttempt, said: MoneyStatus): Verdict {
  if (transaction.paidBy !== attempt.index) return exception('paid-twice');
  if (!isRepeat(transaction, attempt, said)) return exception(said.kind === 'odd' ? 'unclear-payment' : 'paid-twice');
  const { amountCents, paidCents = amountCents, paidOperation } = transaction;
  const receivedCents = 'amountCents' in said ? said.amountCents : null;
  // One movement cannot be of two sums: the bank contradicts itself.
  if (receivedCents !== null && receivedCents !== paidCents) return exception('unclear-payment');
  const { operationId } = said;
  if (operationId === undefined || isNamed(paidOperation, operationId)) return { kind: 'nothing', detail: REPEAT };
  // The record of what was too much of it takes the name as well.
  const exceptions: ExceptionKind[] = paidCents > amountCents ? ['overpaid'] : [];
  return { kind: 'same-payment', index: attempt.index, operationId, exceptions };
}

function isNamed(known: string | undefined, operationId: string): boolean {
  return known !== undefined && (isExact(known) || !isExact(operationId));
}

/**
 * Whether money on the attempt that was paid is the payment we know, reported again. The bank's name of the movement decides
 * where both have one; else the sum and the time must agree, as far as both are reported. A push can be confirmed once
 * only, so that of a push another time alone proves nothing; a reference can be paid again.
 */
function isRepeat(transaction: Transaction, { method }: SettledAttempt, said: MoneyStatus): boolean {
  const { paidOperation, paidAt, paidAtIsOurs, amountCents, paidCents = amountCents } = transaction;
  const { operationId } = said;
  if (paidOperation !== undefined && operationId !== undefined) {
    // The second of several alike in one list: the first of them is the payment.
    return rankOf(operationId) === 1 && areAlike(paidOperation, operationId);
  }
  if (said.kind !== 'paid' || said.amountCents !== paidCents) return false;
  if (said.paidAtMs === null || method === 'MBWAY') return true;
  // Found by an inquiry at our `paidAt`: what moved later is another payment.
  if (paidAtIsOurs) return said.paidAtMs <= (paidAt ?? 0) + BANK_CLOCK_MS;
  return said.paidAtMs === paidAt;
}

/** The facts of the transaction that the settling write holds it to. */
function asJudged({ transactionId, status, liveAttempt, bankAccount, dueAt }: Transaction) {
  return { transactionId, from: status, liveAttempt, bankAccount, dueAt };
}

function exception(kind: ExceptionKind): Verdict {
  return { kind: 'exception', exceptions: [kind] };
}
