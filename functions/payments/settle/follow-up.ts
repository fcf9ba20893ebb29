import type { Bank } from '../../banking/bank.ts';
import { GRACE_MS } from '../times.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import { askAbout } from './bank-of.ts';
import { type Applied, applyBankStatus, type BankStatusDependencies } from './bank-status.ts';

export interface FollowUpDependencies extends BankStatusDependencies {
  transactions: Pick<Transactions, 'free' | 'markLive' | 'recordReference'>;
}

/** The attempt to ask about, and what may be done with it. */
export interface Followed {
  attempt: BankAttempt;
  /** Of the attempt in `attempts`. */
  index: number;
  /** Whether nobody can still be at work on the start, so that the bank's "never started" is final (decision D8). */
  mayFree: boolean;
  /** When the sweep is to look at a transaction that is freed; where it is due already if left out. */
  freedDueAt?: number;
}

export type FollowUp =
  /** The bank has the reference whose issue nobody recorded, and it is recorded now; `dueAt` with it. */
  | { kind: 'reference-recorded' }
  /** The bank has the push whose start nobody recorded, and it is recorded as live now. */
  | { kind: 'push-recorded' }
  /** Nothing was started; the transaction is without a method again. */
  | { kind: 'freed' }
  /** Nothing but what the answer itself settled or opened was recorded. */
  | Applied;

/**
 * Asks the bank about one attempt, and records what follows from its answer: a settlement, an exception, or how a start
 * ended that nobody recorded. A push that the bank once had is never freed: a second one could be live beside it.
 */
export async function followUp(
  dependencies: FollowUpDependencies,
  bank: Bank,
  transaction: Transaction,
  { attempt, index, mayFree, freedDueAt }: Followed,
): Promise<FollowUp> {
  const { transactions } = dependencies;
  const { transactionId } = transaction;
  const key = { index, bankId: attempt.bankId };
  const status = await askAbout(bank, transaction, attempt.bankId);
  const applied = await applyBankStatus(dependencies, transaction, attempt.bankId, status);
  if (attempt.state !== 'starting') return applied;
  if (applied.kind === 'not-started' && mayFree) {
    await transactions.free(transactionId, key, freedDueAt);
    return { kind: 'freed' };
  }
  if (applied.kind !== 'waiting') return applied;
  if (status.kind === 'waiting' && status.reference) {
    const { entity, reference, expiresAtMs } = status.reference;
    const mb = { entity, reference, expiresAt: expiresAtMs };
    await transactions.recordReference(transactionId, key, mb, expiresAtMs + GRACE_MS.REFERENCE);
    return { kind: 'reference-recorded' };
  }
  // A reference that the bank does not name stays `starting`, so that the next call asks for it again.
  if (attempt.method !== 'MBWAY') return applied;
  await transactions.markLive(transactionId, key);
  return { kind: 'push-recorded' };
}
