import { beforeEach, describe, expect } from 'vitest';
import type { BankStatus } from '../../../../functions/banking/bank.ts';
import { newTransactionId } from '../../../../functions/payments/ids.ts';
import { SHARDS } from '../../../../functions/payments/tables.ts';
import type { Transaction } from '../../../../functions/payments/transaction.ts';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { ANSWERS } from '../../../rig/banks/bank-script.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { rig } from '../../../rig/payments.ts';
import { seeOperations } from '../../../rig/seen-operations.ts';
import { putTransaction, stored } from '../../../rig/stored-payments.ts';
import { attemptWith } from '../../../rig/transactions.ts';
import { eventually } from '../../../support/eventually.ts';
import { simulatedSweeps, sweeps, simulatedTest as test } from './simulated-sweeps.ts';

beforeEach(() => rig.sibs.script('status', ANSWERS.timedOut));

const DUE_MS = NOW_MS + 5 * MINUTE_MS;

/** Live pushes whose window and grace are over at `DUE_MS`; with `lastCharacter`, all in one shard. */
async function live(count: number, lastCharacter?: string): Promise<Transaction[]> {
  return Promise.all(
    Array.from({ length: count }, (_, number) => {
      const id = newTransactionId();
      return putTransaction(rig, {
        transactionId: lastCharacter === undefined ? id : id.slice(0, -1) + lastCharacter,
        attempts: [attemptWith({ bankId: `bank-${number}` })],
        liveAttempt: 0,
        paymentMethod: 'MBWAY',
      });
    }),
  );
}

/** The number of settlements of each. */
async function settlements(transactions: readonly Transaction[]): Promise<number[]> {
  const now = await Promise.all(transactions.map(({ transactionId }) => stored(rig, transactionId)));
  return now.map((each) => each.settlements.length);
}

describe('D10: the sweep', () => {
  test('reads every page of a shard: 30 due in one are cancelled in one sweep, each queried once', async () => {
    const transactions = await live(30, 'a');
    expect(await sweeps.at(DUE_MS)).toMatchObject({ scanned: 30, failed: 0, left: 0 });
    expect(await settlements(transactions)).toEqual(transactions.map(() => 1));
    expect(sweeps.queriedAt).toHaveLength(30);
  });

  test('is not delayed by inquiries that hang: all others of the shard are processed meanwhile', async () => {
    const transactions = await live(30, 'a');
    const hanging = new Set(['bank-0', 'bank-15', 'bank-29']);
    const { bankAccounts } = sweeps.dependencies;
    const { promise: late, resolve: release } = Promise.withResolvers<BankStatus>();
    const bank = async (name: string) => {
      const own = await bankAccounts.bank(name);
      const askStatus: typeof ask = (...args) => (hanging.has(args[0]) ? late : ask(...args));
      const ask = own?.askStatus ?? (() => late);
      return own && { ...own, askStatus };
    };
    const swept = sweeps.at(DUE_MS, { bankAccounts: { ...bankAccounts, bank } });
    await eventually(async () => (await settlements(transactions)).filter(Boolean).length === 27);
    release({ kind: 'unknown', detail: 'deadline' });
    expect(await swept).toMatchObject({ scanned: 30, failed: 0, left: 0 });
  });

  test('never scans: it queries its index, reads by key and updates, and nothing else', async () => {
    const seen = seeOperations(rig.client);
    await live(10);
    seen.length = 0;
    await sweeps.at(DUE_MS);
    const count = (operation: string) => seen.filter((each) => each === operation).length;
    expect(new Set(seen)).toEqual(new Set(['Query', 'GetItem', 'UpdateItem']));
    expect([count('Query'), count('GetItem'), count('UpdateItem')]).toEqual([SHARDS, 10, 10]);
  });

  test('with nothing due costs a query for each shard', async () => {
    const seen = seeOperations(rig.client);
    await sweeps.at(DUE_MS);
    expect(seen).toEqual(Array.from({ length: SHARDS }, () => 'Query'));
  });

  test('killed between the bank’s answer and its record, it queries again and settles once', async () => {
    const transactions = await live(12);
    const never = new Promise<never>(() => undefined);
    let answered = 0;
    void sweeps.at(DUE_MS, {
      settle: async () => {
        answered += 1;
        return never;
      },
    });
    await eventually(() => answered === 12);
    expect(await settlements(transactions)).toEqual(transactions.map(() => 0));
    await sweeps.at(DUE_MS + MINUTE_MS);
    expect(await settlements(transactions)).toEqual(transactions.map(() => 1));
  });

  test('three concurrent sweeps are harmless: each push is settled once and queried at most three times', async () => {
    const transactions = await live(16);
    const others = [simulatedSweeps(), simulatedSweeps()];
    const counts = await Promise.all([sweeps, ...others].map((each) => each.at(DUE_MS)));
    expect(await settlements(transactions)).toEqual(transactions.map(() => 1));
    expect(counts.map(({ failed }) => failed)).toEqual([0, 0, 0]);
    expect([sweeps, ...others].flatMap(({ queriedAt }) => queriedAt).length).toBeLessThanOrEqual(48);
  });
});
