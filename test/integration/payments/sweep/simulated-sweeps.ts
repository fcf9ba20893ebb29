import type { Bank } from '../../../../functions/banking/bank.ts';
import { type SweepCounts, sweep } from '../../../../functions/payments/sweep/sweep.ts';
import { shardOf } from '../../../../functions/payments/tables.ts';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import type { Reply } from '../../../rig/banks/scripted-server.ts';
import { dependencies, dependenciesOf, type RigDependencies, rig, sweepTest } from '../../../rig/payments.ts';
import { stored } from '../../../rig/stored-payments.ts';

/** The duration of an inquiry at the bank: simulated time advances by it, as real time does while a sweep runs. */
const QUESTION_MS = 100;

/** The real sweep over the rig's table and bank, under a clock that is set for each sweep and advances during it. */
export function simulatedSweeps(dependencies = dependenciesOf(rig)) {
  /** When the bank was queried, in order. */
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
  const { bankAccounts, transactions } = dependencies;
  const slowBanks = {
    ...bankAccounts,
    bank: async (name: string) => {
      const bank = await bankAccounts.bank(name);
      return bank && recorded(bank);
    },
  };
  /** Runs one sweep at a time; `changes` replaces dependencies that a test makes fail. */
  const at = (timeMs: number, changes: Partial<RigDependencies> = {}): Promise<SweepCounts> => {
    rig.time.nowMs = timeMs;
    return sweep({ ...dependencies, bankAccounts: slowBanks, ...changes })(timeMs + MINUTE_MS);
  };
  /** For hundreds of sweeps of a table with one transaction: the shards without it are not queried. */
  const onlyShardOf = (transactionId: string) => {
    const due: typeof transactions.due = async (shard, ...page) =>
      shard === shardOf(transactionId) ? transactions.due(shard, ...page) : { transactionIds: [], after: undefined };
    return { transactions: { ...transactions, due } };
  };
  return {
    dependencies,
    queriedAt,
    at,
    onlyShardOf,
    /** Sweeps each minute of a period; `answering` is the bank's answer at each time. */
    everyMinute: async (
      fromMs: number,
      untilMs: number,
      answering: (nowMs: number) => Reply,
      stop = async () => false,
      changes: Partial<RigDependencies> = {},
    ) => {
      answerAt = answering;
      for (let now = fromMs; now <= untilMs; now += MINUTE_MS) {
        await at(now, changes);
        if (await stop()) break;
      }
      answerAt = undefined;
    },
    /** Sweeps whenever it is due, until it is no longer pending or `untilMs`; returns the times of the sweeps. */
    wheneverDue: async (transactionId: string, untilMs: number): Promise<number[]> => {
      const times: number[] = [];
      for (;;) {
        const { status, dueAt } = await stored(rig, transactionId);
        if (status !== 'pending' || dueAt === undefined || dueAt > untilMs) return times;
        times.push(dueAt);
        await at(dueAt, onlyShardOf(transactionId));
      }
    },
  };
}

/** Of the current test. */
export let sweeps: ReturnType<typeof simulatedSweeps>;

export const simulatedTest = sweepTest.extend('sweeps', { auto: true }, async ({ emptied: _ }) => {
  sweeps = simulatedSweeps(dependencies);
});
