import type { BankStatus } from '../banking/bank.ts';
import type { SettledAttempt, Settling } from './settle.ts';
import type { Transaction } from './transaction.ts';

/** What a person must look at because money and record disagree (decision D9). */
export type ExceptionKind = 'late' | 'paid-twice' | 'underpaid' | 'overpaid' | 'unknown-payment';

/** The log line by which an alarm counts recorded exceptions. */
export const EXCEPTION_LINE = 'payment exception';

/** What the bank's word about one payment means for a transaction. An exception is recorded before the settling. */
export type Verdict =
  | { kind: 'settle'; settling: Settling; exceptions: ExceptionKind[] }
  | { kind: 'exception'; exceptions: ExceptionKind[] }
  /** The push or reference is out and may still be paid. */
  | { kind: 'waiting'; index: number }
  /** Registered at the bank, never started there. */
  | { kind: 'not-started'; index: number }
  /** Nothing to be done: a repeat, a refusal of what is no longer live, or a bank that does not know. */
  | { kind: 'nothing'; detail: string };

/** Judges the bank's word (decisions D9, D10, D20). Only money counts on an attempt that is no longer live. */
export function judge(transaction: Transaction, bankId: string, said: BankStatus): Verdict {
  const index = transaction.attempts.findIndex((attempt) => attempt.bankId === bankId);
  const known = transaction.attempts[index];
  if (!known) {
    if (said.kind === 'paid' || said.kind === 'odd') return exception('unknown-payment');
    return { kind: 'nothing', detail: 'no attempt of ours has this bank id' };
  }
  const attempt = { index, bankId, method: known.method };
  if (said.kind === 'paid') return judgeMoney(transaction, attempt, said);
  if (said.kind === 'odd') return exception('underpaid');
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

function judgeMoney(
  transaction: Transaction,
  attempt: SettledAttempt,
  { amountCents: paidCents, paidAtMs }: { amountCents: number; paidAtMs: number | null },
): Verdict {
  const { amountCents, status: from } = transaction;
  if (from === 'paid') {
    if (transaction.paidBy === attempt.index) return { kind: 'nothing', detail: 'a repeat of what is already paid' };
    return exception('paid-twice');
  }
  if (paidCents < amountCents) return exception('underpaid');
  const exceptions: ExceptionKind[] = [];
  if (from !== 'pending') exceptions.push('late');
  if (paidCents > amountCents) exceptions.push('overpaid');
  const paid = { amountCents, paidAtMs };
  return { kind: 'settle', settling: { ...asJudged(transaction), cause: 'bank-confirmed', attempt, paid }, exceptions };
}

/** The facts of the transaction that the settling write holds it to. */
function asJudged({ transactionId, status, liveAttempt, bankAccount }: Transaction) {
  return { transactionId, from: status, liveAttempt, bankAccount };
}

function exception(kind: ExceptionKind): Verdict {
  return { kind: 'exception', exceptions: [kind] };
}
