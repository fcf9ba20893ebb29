import type { Bank } from '../../../functions/banking/bank.ts';
import { type SweepCounts, sweep } from '../../../functions/payments/sweep/sweep.ts';
import { shardOf } from '../../../functions/payments/tables.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { sweepTest } from '../../fixtures/payments.ts';
import { dependenciesOf, type PaymentRig, type RigDependencies, stored } from '../../support/payment-rig.ts';
import type { Reply } from '../../support/scripted-sibs.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The duration of an inquiry at the bank: simulated time advances by it, as real time does while a sweep runs. */
const QUESTION_MS = 100;

export interface SimulatedSweeps {
  dependencies: RigDependencies;
  /** When the bank was queried, in order. */
  queriedAt: number[];
  /** Runs one sweep at a time; `changes` replaces dependencies that a test makes fail. */
  at(timeMs: number, changes?: Partial<RigDependencies>): Promise<SweepCounts>;
  /** Sweeps each minute of a period; `answerAt` is the bank's answer at each time. */
  everyMinute(
    fromMs: number,
    untilMs: number,
    answerAt: (nowMs: number) => Reply,
    stop?: () => Promise<boolean>,
    changes?: Partial<RigDependencies>,
  ): Promise<void>;
}

/** The real sweep over the rig's table and bank, under a clock that is set for each sweep and advances during it. */
export function simulatedSweeps(rig: PaymentRig): SimulatedSweeps {
  const dependencies = dependenciesOf(rig);
  const queriedAt: number[] = [];
  let answerAt: ((nowMs: number) => Reply) | undefined;
  const recorded = (bank: Bank): Bank => ({
    ...bank,
    askStatus: async (...args) => {
      queriedAt.push(rig.time.nowMs);
      if (answerAt) rig.sibs.script('status', answerAt(rig.time.nowMs));
      const status = await bank.askStatus(...args);
      rig.time.nowMs += QUESTION_MS;
      return status;
    },
  });
  const { bankAccounts } = dependencies;
  const slowBanks = {
    ...bankAccounts,
    bank: async (name: string) => {
      const bank = await bankAccounts.bank(name);
      return bank && recorded(bank);
    },
  };
  const at: SimulatedSweeps['at'] = async (timeMs, changes = {}) => {
    rig.time.nowMs = timeMs;
    const run = sweep({ ...dependencies, bankAccounts: slowBanks, ...changes, handOver: async () => undefined });
    return run(timeMs + MINUTE_MS);
  };
  return {
    dependencies,
    queriedAt,
    at,
    everyMinute: async (fromMs, untilMs, answering, stop = async () => false, changes = {}) => {
      answerAt = answering;
      for (let now = fromMs; now <= untilMs; now += MINUTE_MS) {
        await at(now, changes);
        if (await stop()) break;
      }
      answerAt = undefined;
    },
  };
}

/** The rig of the current test. */
export let sweeps: SimulatedSweeps;

export const simulatedTest = sweepTest.extend('sweeps', { auto: true }, async ({ emptied }) => {
  sweeps = simulatedSweeps(emptied);
});

/**
 * Sweeps whenever the transaction is due, until it is no longer pending or `untilMs` is reached; returns the times of
 * the sweeps.
 */
export async function sweepWheneverDue(
  rig: PaymentRig,
  sweeps: SimulatedSweeps,
  transactionId: string,
  untilMs: number,
): Promise<number[]> {
  const times: number[] = [];
  for (;;) {
    const { status, dueAt }: Transaction = await stored(rig, transactionId);
    if (status !== 'pending' || dueAt === undefined || dueAt > untilMs) return times;
    times.push(dueAt);
    await sweeps.at(dueAt, onlyShardOf(transactionId, sweeps));
  }
}

/** For hundreds of sweeps of a table with one transaction: the shards without it are not queried. */
export function onlyShardOf(transactionId: string, { dependencies: { transactions } }: SimulatedSweeps) {
  const due: typeof transactions.due = async (shard, ...page) =>
    shard === shardOf(transactionId) ? transactions.due(shard, ...page) : { transactionIds: [], after: undefined };
  return { transactions: { ...transactions, due } };
}
