import type { BankStatus } from '../banking/bank.ts';
import type { SettledAttempt, Settling } from './settle.ts';
import type { Transaction } from './transaction.ts';

/** What a person must look at because money and record disagree (decision D9). */
export type ExceptionKind = 'late' | 'paid-twice' | 'underpaid' | 'overpaid' | 'unknown-payment';

/** The log line by which an alarm counts recorded exceptions. */
export const EXCEPTION_LINE = 'payment exception';

/** What the bank's word about one payment means for a transaction. An exception is recorded before the settling. */
export type Verdict =
  | { kind: 'settle'; settling: Settling; exception?: ExceptionKind }
  | { kind: 'exception'; exception: ExceptionKind }
  /** The push or reference is out and may still be paid. */
  | { kind: 'waiting'; index: number }
  /** Registered at the bank, never started there. */
  | { kind: 'not-started'; index: number }
  /** Nothing to be done: a repeat, a refusal of what is no longer live, or a bank that does not know. */
  | { kind: 'nothing'; detail: string };

/** Judges the bank's word (decisions D9, D10, D20). Only money counts on an attempt that is no longer live. */
export function judge(transaction: Transaction, bankId: string, said: BankStatus): Verdict {
  const { transactionId, status: from } = transaction;
  const index = transaction.attempts.findIndex((attempt) => attempt.bankId === bankId);
  const known = transaction.attempts[index];
  if (!known) {
    if (said.kind === 'paid' || said.kind === 'odd') return { kind: 'exception', exception: 'unknown-payment' };
    return { kind: 'nothing', detail: 'no attempt of ours has this bank id' };
  }
  const attempt = { index, bankId, method: known.method };
  if (said.kind === 'paid') return judgeMoney(transaction, attempt, said);
  if (said.kind === 'odd') return { kind: 'exception', exception: 'underpaid' };
  if (said.kind === 'unknown') return { kind: 'nothing', detail: said.detail };
  if (from !== 'pending' || transaction.liveAttempt !== index) {
    return { kind: 'nothing', detail: `${said.kind}, of what is no longer live` };
  }
  if (said.kind === 'refused') {
    const cause = said.by === 'customer' ? 'customer-refused' : 'bank-refused';
    return { kind: 'settle', settling: { transactionId, from, cause, attempt } };
  }
  if (said.kind === 'expired') {
    return {
      kind: 'settle',
      settling: { transactionId, from, cause: said.abandoned ? 'abandoned' : 'expired', attempt },
    };
  }
  return { kind: said.kind, index };
}

function judgeMoney(
  transaction: Transaction,
  attempt: SettledAttempt,
  { amountCents: paidCents, paidAtMs }: { amountCents: number; paidAtMs: number | null },
): Verdict {
  const { transactionId, amountCents, status: from } = transaction;
  if (from === 'paid') {
    if (transaction.paidBy === attempt.index) return { kind: 'nothing', detail: 'a repeat of what is already paid' };
    return { kind: 'exception', exception: 'paid-twice' };
  }
  if (paidCents < amountCents) return { kind: 'exception', exception: 'underpaid' };
  const settling = { transactionId, from, cause: 'bank-confirmed' as const, attempt, paid: { amountCents, paidAtMs } };
  if (paidCents > amountCents) return { kind: 'settle', settling, exception: 'overpaid' };
  return from === 'pending' ? { kind: 'settle', settling } : { kind: 'settle', settling, exception: 'late' };
}
