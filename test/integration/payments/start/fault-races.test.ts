import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import type { Bank } from '../../../../functions/banking/bank.ts';
import { sweep } from '../../../../functions/payments/sweep/sweep.ts';
import { START_IN_FLIGHT_MS } from '../../../../functions/payments/times.ts';
import type { Transaction } from '../../../../functions/payments/transaction.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { ANSWERS, OUR_FAULT, PUSH_OUT, startsSeen } from '../../../rig/banks/bank-script.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { startLossyProxy } from '../../../rig/lossy-proxy.ts';
import { notify, paymentCalls } from '../../../rig/payment-calls.ts';
import {
  calls,
  dependencies,
  type RigDependencies,
  rig,
  pendingSweepTest as test,
  transactionId,
} from '../../../rig/payments.ts';
import { expectRefused } from '../../../rig/refused.ts';
import { exceptionsOf, putTransaction, stored } from '../../../rig/stored-payments.ts';
import { ACCOUNT } from '../../../rig/tables.ts';
import { attemptWith, keyOf } from '../../../rig/transactions.ts';
import { paymentsIn } from '../../../rig/wired.ts';

/** Races with the withdrawal of a start, in every order that matters. */

const [FIRST, SECOND] = [
  attemptWith({ bankId: 'bank-first', state: 'starting' }),
  attemptWith({ bankId: 'bank-second', state: 'starting' }),
];

/** The functions, where `meanwhile` runs immediately before the claim is withdrawn. */
const beforeWithdrawal = (meanwhile: () => Promise<unknown>): RigDependencies => ({
  ...dependencies,
  transactions: {
    ...dependencies.transactions,
    withdraw: async (...args) => {
      await meanwhile();
      return dependencies.transactions.withdraw(...args);
    },
  },
});

describe('a withdrawn start', () => {
  test.each([
    ['Success', 'paid'],
    ['Declined', 'failed'],
    ['Timeout', 'cancelled'],
  ] as const)('settled by a notification meanwhile: %s counts, and the caller gets it', async (status, word) => {
    rig.sibs.script('purchase', OUR_FAULT);
    const racing = beforeWithdrawal(async () => notify(dependencies, await stored(rig, transactionId), { status }));
    expectRefused(await paymentCalls(racing).mbway(transactionId), 400, `already ${word}`);
    const { attempts, settlements } = await stored(rig, transactionId);
    expect([attempts.length, settlements.length]).toEqual([1, 1]);
    expect(await exceptionsOf(rig, transactionId)).toEqual([]);
  });

  test('is not withdrawn when another call has found it at the bank: there is never a second push', async () => {
    rig.sibs.script('purchase', OUR_FAULT);
    const racing = beforeWithdrawal(async () => {
      const transaction = await stored(rig, transactionId);
      return dependencies.transactions.markLive(transactionId, keyOf(transaction));
    });
    expect((await paymentCalls(racing).mbway(transactionId)).statusCode).toBe(200);
    expect(await stored(rig, transactionId)).toMatchObject({ liveAttempt: 0, attempts: [{ state: 'live' }] });
    expect(startsSeen(rig.sibs).pushes).toBe(1);
  });

  test('is the last attempt only, identified by its bank id', async () => {
    const { transactions } = dependencies;
    const ended = attemptWith({ bankId: 'bank-ended', state: 'ended' });
    const { transactionId: id } = await putTransaction(rig, { attempts: [ended, FIRST], liveAttempt: 1 });
    const before = await stored(rig, id);
    expect(await transactions.withdraw(id, { index: 0, bankId: 'bank-ended' })).toBe(false);
    expect(await transactions.withdraw(id, { index: 0, bankId: 'bank-first' })).toBe(false);
    expect(await transactions.withdraw(id, { index: 1, bankId: 'bank-ended' })).toBe(false);
    expect(await stored(rig, id)).toEqual(before);
    expect(await transactions.withdraw(id, { index: 1, bankId: 'bank-first' })).toBe(true);
    expect((await stored(rig, id)).attempts).toEqual([ended]);
  });

  test('whose claim arrives again, late, is one that the bank does not know: half a minute later the next call frees it', async () => {
    const { transactions } = dependencies;
    const seen = await stored(rig, transactionId);
    const attempt = { ...FIRST, phoneHash: await dependencies.phoneHash(transactionId, '912345678') };
    expect(await transactions.claim(seen, attempt, undefined)).toBe(true);
    expect(await transactions.withdraw(transactionId, { index: 0, bankId: 'bank-first' })).toBe(true);
    await transactions.claim(seen, attempt, undefined);
    rig.sibs.script('status', ANSWERS.notStarted);
    expect((await calls.mbway(transactionId)).statusCode).toBe(502);
    expect(startsSeen(rig.sibs).pushes).toBe(0);
    rig.time.nowMs = NOW_MS + START_IN_FLIGHT_MS;
    expect((await calls.mbway(transactionId)).statusCode).toBe(200);
    expect(startsSeen(rig.sibs).pushes).toBe(1);
    const { attempts, liveAttempt } = await stored(rig, transactionId);
    expect([attempts.map(({ state }) => state), liveAttempt]).toEqual([['ended', 'live'], 1]);
  });
});

describe('after a withdrawal the next start has the same index, and', () => {
  /** The first start is withdrawn, and the second has its index. */
  async function replace(): Promise<void> {
    const { transactions } = dependencies;
    await transactions.withdraw(transactionId, { index: 0, bankId: 'bank-first' });
    await transactions.claim(await stored(rig, transactionId), SECOND, undefined);
    await transactions.markLive(transactionId, { index: 0, bankId: 'bank-second' });
  }

  /** The functions with a bank that is queried about the first start while it is replaced. */
  const askingMeanwhile = (): RigDependencies => ({
    ...dependencies,
    bankAccounts: {
      ...dependencies.bankAccounts,
      bank: async (name): Promise<Bank | undefined> => {
        const bank = await dependencies.bankAccounts.bank(name);
        if (!bank) return undefined;
        return {
          ...bank,
          askStatus: async (...args) => {
            const status = await bank.askStatus(...args);
            if (args[0] === 'bank-first') await replace();
            return status;
          },
        };
      },
    },
  });

  const answers = { 'never started': ANSWERS.notStarted, waiting: ANSWERS.waiting, declined: ANSWERS.declined };

  test.each(Object.entries(answers))(
    'the sweep, which queried the withdrawn one, does not change it: %s',
    async (_, reply) => {
      await dependencies.transactions.claim(await stored(rig, transactionId), FIRST, undefined);
      rig.sibs.script('status', reply);
      rig.time.nowMs = NOW_MS + 5 * MINUTE_MS;
      await sweep(askingMeanwhile())(rig.time.nowMs + MINUTE_MS);
      expect(rig.sibs.seenAt('status')).toHaveLength(1);
      expectSecondLive(await stored(rig, transactionId));
    },
  );

  test.each(Object.entries(answers))(
    'a call, which queried the withdrawn one, does not change it: %s',
    async (_, reply) => {
      await dependencies.transactions.claim(await stored(rig, transactionId), FIRST, undefined);
      rig.sibs.script('status', reply);
      rig.time.nowMs = NOW_MS + START_IN_FLIGHT_MS;
      await paymentCalls(askingMeanwhile()).mbway(transactionId);
      expectSecondLive(await stored(rig, transactionId));
      expect(startsSeen(rig.sibs).pushes).toBe(0);
    },
  );

  test('a late record of the bank’s answer to the withdrawn one changes nothing', async () => {
    const { transactions } = dependencies;
    await transactions.claim(await stored(rig, transactionId), FIRST, undefined);
    await replace();
    const before = await stored(rig, transactionId);
    const first = { index: 0, bankId: 'bank-first' };
    await transactions.markLive(transactionId, first, 'status-id');
    expect(await transactions.free(transactionId, first)).toBe(false);
    expect(await stored(rig, transactionId)).toEqual(before);
  });

  test('what the sweep read of the withdrawn one does not move the next check', async () => {
    const { transactions } = dependencies;
    await transactions.claim(await stored(rig, transactionId), FIRST, undefined);
    const seen = await stored(rig, transactionId);
    await replace();
    const { dueAt } = await stored(rig, transactionId);
    await transactions.rearm(seen, NOW_MS + 6 * HOUR_MS);
    await transactions.disarm(seen);
    expect((await stored(rig, transactionId)).dueAt).toBe(dueAt);
  });

  function expectSecondLive({ attempts, liveAttempt, status, dueAt }: Transaction): void {
    expect([status, liveAttempt, attempts.map(({ bankId, state }) => [bankId, state])]).toEqual([
      'pending',
      0,
      [['bank-second', 'live']],
    ]);
    expect(dueAt).toBeLessThanOrEqual(NOW_MS + 5 * MINUTE_MS);
  }
});

test('the sweep repairs a crash between claim and withdrawal, and the transaction can be paid', async () => {
  rig.sibs.script('purchase', OUR_FAULT);
  const dying = {
    ...dependencies,
    transactions: { ...dependencies.transactions, withdraw: () => Promise.reject(new Error('killed')) },
  };
  expect((await paymentCalls(dying).mbway(transactionId)).statusCode).toBe(500);
  expect(await stored(rig, transactionId)).toMatchObject({ liveAttempt: 0, attempts: [{ state: 'starting' }] });
  rig.sibs.script('status', ANSWERS.notStarted);
  rig.time.nowMs = NOW_MS + 5 * MINUTE_MS;
  await sweep(dependencies)(rig.time.nowMs + MINUTE_MS);
  expect(await stored(rig, transactionId)).toMatchObject({ paymentMethod: null, attempts: [{ state: 'ended' }] });
  rig.sibs.script('purchase', PUSH_OUT);
  expect((await calls.mbway(transactionId)).statusCode).toBe(200);
  await notify(dependencies, await stored(rig, transactionId), {}, 1);
  expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid', paidBy: 1 });
});

test('invariant 3: a withdrawal whose answer is lost and which the SDK repeats is made once', async () => {
  const proxy = await startLossyProxy(rig.endpoint);
  const client = new DynamoDBClient({ ...ACCOUNT, endpoint: proxy.endpoint, maxAttempts: 3 });
  const table = paymentsIn(client).transactions;
  await dependencies.transactions.claim(await stored(rig, transactionId), FIRST, undefined);
  proxy.loseAnswerOf('UpdateItem');
  expect(await table.withdraw(transactionId, { index: 0, bankId: 'bank-first' })).toBe(true);
  expect(proxy.lost()).toBe(1);
  client.destroy();
  await proxy.close();
  expect((await stored(rig, transactionId)).attempts).toEqual([]);
});
