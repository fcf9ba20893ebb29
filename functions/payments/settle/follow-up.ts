import { type Bank, reportsMoney } from '../../banking/bank.ts';
import { GRACE_MS } from '../times.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import { type Applied, type ApplyDependencies, applyReport, movementsOf } from './apply.ts';
import { askAbout } from './bank-of.ts';
import { logFound } from './inquiry-lines.ts';

export interface FollowUpDependencies extends ApplyDependencies {
  transactions: Pick<Transactions, 'free' | 'markLive' | 'recordReference'>;
}

/** The attempt to be queried, and the changes allowed on it. */
export interface Followed {
  attempt: BankAttempt;
  /** Index of the attempt in `attempts`. */
  index: number;
  /** Whether no call can still be working on the start, so that the bank's `not-started` is final (decision D8). */
  mayFree: boolean;
  /** When the sweep checks a transaction that is freed; unchanged if absent. */
  freedDueAt?: number;
}

/** The effect of querying the bank about an attempt. */
export type FollowUp =
  /** The bank had issued an unrecorded reference; it is now recorded, with its `dueAt`. */
  | { kind: 'reference-recorded' }
  /** The bank had sent an unrecorded push; it is now recorded as live. */
  | { kind: 'push-recorded' }
  /** Nothing was started; the transaction has no payment method again. */
  | { kind: 'freed' }
  | Applied;

/** `followUp` with its dependencies. */
export type AskBank = (bank: Bank, transaction: Transaction, followed: Followed) => Promise<FollowUp>;

/**
 * Queries the bank about one attempt and records the consequence: a settlement, an exception, or the unrecorded
 * outcome of a start. A push that the bank has accepted is never freed: a second push could be live beside it.
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
  const status = await askAbout(bank, transaction, attempt.bankId, dependencies.logger);
  const applied = await applyReport(dependencies, transaction, { bankId: attempt.bankId, status });
  if (applied.kind === 'settled' && reportsMoney(status)) {
    const paidAtMs = movementsOf(status)[0]?.atMs ?? null;
    logFound(dependencies, transaction, { method: attempt.method, paidAtMs });
  }
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
  // A reference without its number stays `starting`, so that the next call queries it again.
  if (attempt.method !== 'MBWAY') return applied;
  await transactions.markLive(transactionId, key);
  return { kind: 'push-recorded' };
}
