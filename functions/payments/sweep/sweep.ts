import type { BankAccounts } from '../../banking/bank-accounts.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import { errorFields } from '../../runtime/logger.ts';
import { sideBySide, type TaskQueue, taskQueue } from '../../runtime/side-by-side.ts';
import { aboutPayment, openException } from '../exceptions/exception.ts';
import type { ApplyDependencies } from '../settle/apply.ts';
import { bankOf } from '../settle/bank-of.ts';
import { followUp } from '../settle/follow-up.ts';
import { SHARDS } from '../tables.ts';
import { BANK_UNDECIDED_MS, NEVER_STARTED_MS, nextInquiryMs } from '../times.ts';
import type { BankAttempt, Settlement, Transaction } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import { type SweepStep, sweepStep } from './sweep-step.ts';

export interface SweepDependencies extends ApplyDependencies {
  transactions: Transactions;
  bankAccounts: BankAccounts;
  /** Re-queues an unfinished delivery, or gives it up after days. */
  recoverDelivery(transaction: Transaction, settlement: Settlement): Promise<void>;
}

/** The log line of each sweep, from which the metrics of its ages are made. */
export const SWEEP_LINE = 'sweep finished';

/** Two ages in seconds, each 0 where there is none. */
export interface SweepAges {
  /** Of the oldest entry that was due. */
  oldestDueSeconds: number;
  /** Of the oldest attempt of a delivery, whichever it is, that was due and had not been made. */
  oldestAttemptSeconds: number;
}

/** The due transactions of one sweep: those that it read, that failed, and that are left. */
export interface SweepCounts extends SweepAges {
  scanned: number;
  failed: number;
  /** Due but not started for lack of time or capacity; the next sweep starts with them. */
  left: number;
}

const SECOND_MS = 1_000;
const PAGE = 25;
/** Concurrency in one shard, separately for reads, calls to the bank and other work. */
const MAX_CONCURRENT = 25;
/** Waiting transactions in each queue of a shard: at most 3 KB each, 50 MB in total. */
const MAX_WAITING = 1_000;

/**
 * Processes all due transactions, once a minute: payments without a notification, starts without an outcome, events
 * without a delivery. Each write is conditional, so a crash or two concurrent sweeps are harmless. A transaction that
 * fails is retried by the next sweep.
 */
export function sweep(dependencies: SweepDependencies) {
  return async (deadlineMs: number): Promise<SweepCounts> => {
    const counts: SweepCounts = { scanned: 0, failed: 0, left: 0, oldestDueSeconds: 0, oldestAttemptSeconds: 0 };
    await Promise.all(
      Array.from({ length: SHARDS }, (_, shard) => sweepShard(dependencies, { shard, deadlineMs, counts })),
    );
    return counts;
  };
}

interface ShardSweep {
  shard: number;
  deadlineMs: number;
  counts: SweepCounts;
}

/**
 * Each due transaction is read and then waits in the queue of its kind, so that a slow bank does not delay deliveries
 * and a slow queue does not delay inquiries.
 */
async function sweepShard(dependencies: SweepDependencies, shardSweep: ShardSweep): Promise<void> {
  const { transactions, clock } = dependencies;
  const { shard, deadlineMs } = shardSweep;
  const queues = { bank: taskQueue(MAX_CONCURRENT, MAX_WAITING), own: taskQueue(MAX_CONCURRENT, MAX_WAITING) };
  let after: Attributes | undefined;
  do {
    // All pages, so that a transaction that fails and stays due is tried once and does not block those after it.
    if (clock() >= deadlineMs) break;
    const page = await transactions.due(shard, clock(), PAGE, after);
    after = page.after;
    await sideBySide(page.transactionIds, MAX_CONCURRENT, (id) => sweepOne(dependencies, shardSweep, queues, id));
  } while (after);
  await Promise.all([queues.bank.idle(), queues.own.idle()]);
}

async function sweepOne(
  dependencies: SweepDependencies,
  { deadlineMs, counts }: ShardSweep,
  queues: { bank: TaskQueue; own: TaskQueue },
  transactionId: string,
): Promise<void> {
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      counts.failed += 1;
      dependencies.logger.error('transaction sweep failed', { transactionId, ...errorFields(error) });
    }
  };
  counts.scanned += 1;
  await guarded(async () => {
    const transaction = await dependencies.transactions.read(transactionId, true);
    if (transaction?.dueAt === undefined || transaction.dueAt > dependencies.clock()) return;
    const nowMs = dependencies.clock();
    const step = sweepStep(transaction, nowMs);
    addAges(counts, { dueAt: transaction.dueAt, step, nowMs });
    const task = async () => {
      if (dependencies.clock() >= deadlineMs) counts.left += 1;
      else await guarded(() => apply(dependencies, transaction, step));
    };
    if (!queues[step.kind === 'ask' ? 'bank' : 'own'].add(task)) counts.left += 1;
  });
}

function addAges(counts: SweepCounts, { dueAt, step, nowMs }: { dueAt: number; step: SweepStep; nowMs: number }): void {
  const older = (seconds: number, sinceMs: number) => Math.max(seconds, Math.floor((nowMs - sinceMs) / SECOND_MS));
  counts.oldestDueSeconds = older(counts.oldestDueSeconds, dueAt);
  if (step.kind !== 'requeue' && step.kind !== 'give-up') return;
  const { settledAt, delivery } = step.settlement;
  const attemptAt = delivery.nextAttemptAt ?? delivery.resentAt ?? settledAt;
  counts.oldestAttemptSeconds = older(counts.oldestAttemptSeconds, attemptAt);
}

async function apply(dependencies: SweepDependencies, transaction: Transaction, step: SweepStep): Promise<void> {
  const { transactions, settle } = dependencies;
  const { transactionId } = transaction;
  switch (step.kind) {
    case 'rearm':
      return transactions.rearm(transaction, step.atMs);
    case 'disarm':
      return transactions.disarm(transaction);
    case 'cancel':
      await settle({
        transactionId,
        bankAccount: transaction.bankAccount,
        from: 'pending',
        liveAttempt: undefined,
        cause: 'never-started',
      });
      return;
    case 'requeue':
      await dependencies.recoverDelivery(transaction, step.settlement);
      return transactions.rearm(transaction, step.atMs);
    case 'give-up':
      return dependencies.recoverDelivery(transaction, step.settlement);
    case 'ask':
      return askBank(dependencies, transaction, step);
  }
}

async function askBank(
  dependencies: SweepDependencies,
  transaction: Transaction,
  { attempt, index, overdueMs }: Extract<SweepStep, { kind: 'ask' }>,
): Promise<void> {
  const { transactions, clock, bankAccounts } = dependencies;
  const { bank } = await bankOf(bankAccounts, transaction);
  const freedDueAt = transaction.createdAt + NEVER_STARTED_MS;
  const { kind } = await followUp(dependencies, bank, transaction, { attempt, index, mayFree: true, freedDueAt });
  if (kind === 'settled' || kind === 'freed' || kind === 'reference-recorded') return;
  if (kind !== 'received' && clock() >= attempt.endsAt + BANK_UNDECIDED_MS) {
    await openUndecided(dependencies, transaction, attempt);
  }
  await transactions.rearm(transaction, clock() + nextInquiryMs(overdueMs));
}

/** Opens an exception, once, when the bank has not decided `BANK_UNDECIDED_MS` after the end (decision D10). */
async function openUndecided(
  dependencies: SweepDependencies,
  transaction: Transaction,
  { bankId }: BankAttempt,
): Promise<void> {
  // A notification may have settled it meanwhile. Money on record that does not pay has its own exception.
  const current = await dependencies.transactions.read(transaction.transactionId, true);
  if (current?.status !== 'pending' || current.otherMoney !== undefined) return;
  await openException(dependencies, { ...aboutPayment(transaction), kind: 'bank-undecided', bankId });
}
