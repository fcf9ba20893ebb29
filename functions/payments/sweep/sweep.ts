import type { BankAccounts } from '../../banking/bank-accounts.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorFields } from '../../runtime/logger.ts';
import { type Lane, lane, sideBySide } from '../../runtime/side-by-side.ts';
import { openException } from '../exceptions/exception.ts';
import { bankOf } from '../settle/bank-of.ts';
import type { BankStatusDependencies } from '../settle/bank-status.ts';
import { followUp } from '../settle/follow-up.ts';
import { SHARDS } from '../tables.ts';
import { BANK_UNDECIDED_MS, NEVER_STARTED_MS, nextQuestionMs } from '../times.ts';
import type { BankAttempt, Settlement, Transaction } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import { type SweepStep, sweepStep } from './sweep-step.ts';

export interface SweepDependencies extends BankStatusDependencies {
  transactions: Transactions;
  bankAccounts: BankAccounts;
  clock: Clock;
  /** Hands an unfinished delivery to the delivery queue once more, or ends it when that has borne no fruit. */
  handOver(transaction: Transaction, settlement: Settlement): Promise<void>;
}

export interface SweepCounts {
  scanned: number;
  failed: number;
  /** Due, and not begun for want of time or of room; the next sweep begins with them. */
  left: number;
}

const PAGE = 25;
/** Of one shard: reads, questions to the bank, and everything else, each with places of its own. */
const SIDE_BY_SIDE = 25;
/** In each lane of a shard, as they were read: 3 KB each at most, so 50 MB in all. */
const MAX_WAITING = 1_000;

/**
 * The look, once a minute, for work whose hand-off was lost or whose time has come: payments no notification settled,
 * starts nobody finished, events nobody delivered. Each item is conditional and on its own, so that a crash in the
 * middle, or two sweeps at once, do no harm; what fails is due again at the next.
 */
export function sweep(dependencies: SweepDependencies) {
  return async (deadlineMs: number): Promise<SweepCounts> => {
    const counts: SweepCounts = { scanned: 0, failed: 0, left: 0 };
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
 * The index cannot tell questions from webhooks, so each item is read, and then waits in the lane of its kind: a bank
 * that lets its questions hang holds up no webhook behind them, nor a queue that hangs any question.
 */
async function sweepShard(dependencies: SweepDependencies, shardSweep: ShardSweep): Promise<void> {
  const { transactions, clock } = dependencies;
  const { shard, deadlineMs } = shardSweep;
  const lanes = { bank: lane(SIDE_BY_SIDE, MAX_WAITING), own: lane(SIDE_BY_SIDE, MAX_WAITING) };
  let after: Attributes | undefined;
  do {
    // Page after page, so that what fails and stays due is tried once in a sweep and hides nothing behind it.
    if (clock() >= deadlineMs) break;
    const page = await transactions.due(shard, clock(), PAGE, after);
    after = page.after;
    await sideBySide(page.transactionIds, SIDE_BY_SIDE, (id) => sweepOne(dependencies, shardSweep, lanes, id));
  } while (after);
  await Promise.all([lanes.bank.idle(), lanes.own.idle()]);
}

async function sweepOne(
  dependencies: SweepDependencies,
  { deadlineMs, counts }: ShardSweep,
  lanes: { bank: Lane; own: Lane },
  transactionId: string,
): Promise<void> {
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      counts.failed += 1;
      dependencies.logger.error('sweep: a transaction failed', { transactionId, ...errorFields(error) });
    }
  };
  counts.scanned += 1;
  await guarded(async () => {
    const transaction = await dependencies.transactions.read(transactionId, true);
    if (transaction?.dueAt === undefined || transaction.dueAt > dependencies.clock()) return;
    const step = sweepStep(transaction, dependencies.clock());
    const task = async () => {
      if (dependencies.clock() >= deadlineMs) counts.left += 1;
      else await guarded(() => take(dependencies, transaction, step));
    };
    if (!lanes[step.kind === 'ask' ? 'bank' : 'own'].add(task)) counts.left += 1;
  });
}

async function take(dependencies: SweepDependencies, transaction: Transaction, step: SweepStep): Promise<void> {
  const { transactions, settle } = dependencies;
  const { transactionId } = transaction;
  switch (step.kind) {
    case 'rearm':
      return transactions.rearm(transaction, step.at);
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
    case 'hand-over':
      await dependencies.handOver(transaction, step.settlement);
      return transactions.rearm(transaction, step.at);
    case 'give-up':
      return dependencies.handOver(transaction, step.settlement);
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
  if (kind !== 'exception' && clock() >= attempt.endsAt + BANK_UNDECIDED_MS) {
    await tellUndecided(dependencies, transaction, attempt);
  }
  await transactions.rearm(transaction, clock() + nextQuestionMs(overdueMs));
}

/** Days after the end the bank has neither the money nor said that there is none: a person is told once (decision D10). */
async function tellUndecided(
  dependencies: SweepDependencies,
  { transactionId, merchantId, bankAccount, amountCents }: Transaction,
  { bankId }: BankAttempt,
): Promise<void> {
  // A notice may have settled it while the bank was asked.
  const current = await dependencies.transactions.read(transactionId, true);
  if (current?.status !== 'pending') return;
  await openException(dependencies, {
    kind: 'bank-undecided',
    transactionId,
    merchantId,
    bankAccount,
    bankId,
    noticeId: null,
    expectedCents: amountCents,
    receivedCents: null,
  });
}
