import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkoutId } from '../../functions/banking/sibs.ids.ts';
import type { Transaction } from '../../functions/payments/transaction.ts';
import { BANK_503, noticeOf, SAYS } from '../support/bank-script.ts';
import { type PaymentCalls, paymentCalls } from '../support/payment-calls.ts';
import {
  dependenciesOf,
  exceptionsOf,
  notify,
  openExceptionIds,
  type PaymentRig,
  putTransaction,
  type RigDependencies,
  receive,
  startPaymentRig,
  stored,
} from '../support/payment-rig.ts';
import { NOW_MS } from '../support/scripted-sibs.ts';

let rig: PaymentRig;
let dependencies: RigDependencies;
let calls: PaymentCalls;
beforeAll(async () => {
  rig = await startPaymentRig();
});
afterAll(() => rig.stop());
beforeEach(() => {
  rig.reset();
  dependencies = dependenciesOf(rig);
  calls = paymentCalls(dependencies);
});

async function pushed(): Promise<Transaction> {
  const { transactionId } = await putTransaction(rig);
  await calls.mbway(transactionId);
  return stored(rig, transactionId);
}
const kinds = async ({ transactionId }: Pick<Transaction, 'transactionId'>) =>
  (await exceptionsOf(rig, transactionId)).map(({ kind }) => kind);
const statusOf = async ({ transactionId }: Transaction) => (await stored(rig, transactionId)).status;

describe('D9: a late payment', () => {
  test.each([
    ['declined', { status: 'Declined', statusCode: 'E0500' }, 'failed'],
    ['timed out', { status: 'Timeout' }, 'cancelled'],
  ] as const)('paid after %s settles once more and opens one exception', async (_, facts, before) => {
    const transaction = await pushed();
    await notify(dependencies, transaction, facts);
    expect(await statusOf(transaction)).toBe(before);
    for (const notificationId of ['notice-2', 'notice-2', 'notice-3']) {
      expect((await notify(dependencies, transaction, { notificationId })).statusCode).toBe(200);
    }
    const { status, settlements } = await stored(rig, transaction.transactionId);
    expect([status, settlements.map((settlement) => settlement.status)]).toEqual(['paid', [before, 'paid']]);
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      {
        kind: 'late',
        state: 'open',
        ofMerchant: 'mer_a',
        bankAccount: 'main',
        bankId: transaction.attempts[0]?.bankId,
        noticeId: 'notice-2',
        expectedCents: 1_000,
        receivedCents: 1_000,
        openedAt: NOW_MS,
      },
    ]);
  });
});

describe('D9: money for what is already paid', () => {
  test('by another attempt is paid twice, and the status stays', async () => {
    const first = await pushed();
    await dependencies.transactions.free(first.transactionId, 0);
    await calls.mbway(first.transactionId, '923456789');
    const second = await stored(rig, first.transactionId);
    await notify(dependencies, second, {}, 1);
    const paid = await stored(rig, first.transactionId);
    await notify(dependencies, second, { notificationId: 'notice-2' }, 0);
    expect(await kinds(first)).toEqual(['paid-twice']);
    expect(await stored(rig, first.transactionId)).toEqual(paid);
  });
});

describe('D20: a wrong amount makes us ask the bank, whose answer counts', () => {
  test('too little, but the bank says the whole amount: paid, and no exception', async () => {
    const transaction = await pushed();
    rig.sibs.script('status', SAYS.paid(10));
    expect((await notify(dependencies, transaction, { euros: 9.99 })).statusCode).toBe(200);
    expect(await statusOf(transaction)).toBe('paid');
    expect(await kinds(transaction)).toEqual([]);
    expect(rig.sibs.seenAt('status')).toHaveLength(1);
  });

  test('too much, but the bank says the exact amount: paid, and no exception', async () => {
    const transaction = await pushed();
    rig.sibs.script('status', SAYS.paid(10));
    await notify(dependencies, transaction, { euros: 10.01 });
    expect(await statusOf(transaction)).toBe('paid');
    expect(await kinds(transaction)).toEqual([]);
  });

  test.each([
    ['says the same', SAYS.paid(9.99)],
    ['cannot be asked', BANK_503],
    ['says that it still waits', SAYS.waiting],
  ])('too little, and the bank %s: never paid, one exception of what came', async (_, says) => {
    const transaction = await pushed();
    rig.sibs.script('status', says);
    for (const notificationId of ['notice-1', 'notice-2']) {
      await notify(dependencies, transaction, { euros: 9.99, notificationId });
    }
    expect(await statusOf(transaction)).toBe('pending');
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { kind: 'underpaid', expectedCents: 1_000, receivedCents: 999, noticeId: 'notice-1' },
    ]);
  });

  test.each([
    ['says the same', SAYS.paid(10.01)],
    ['cannot be asked', BANK_503],
  ])('too much, and the bank %s: paid, with an exception', async (_, says) => {
    const transaction = await pushed();
    rig.sibs.script('status', says);
    await notify(dependencies, transaction, { euros: 10.01 });
    expect(await statusOf(transaction)).toBe('paid');
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { kind: 'overpaid', expectedCents: 1_000, receivedCents: 1_001 },
    ]);
    // The payload says what the transaction is about (invariant 6).
    expect((await calls.status(transaction.transactionId)).body.amount).toBe(10);
  });

  test.each([
    ['in part', { status: 'Partial' as const }],
    ['in another currency', { currency: 'USD' }],
  ])('money %s, which the bank confirms as whole, is paid', async (_, facts) => {
    const transaction = await pushed();
    rig.sibs.script('status', SAYS.paid(10));
    await notify(dependencies, transaction, facts);
    expect([await statusOf(transaction), await kinds(transaction)]).toEqual(['paid', []]);
  });

  test('nothing is asked about a payment of the right amount, nor about a repeat', async () => {
    const transaction = await pushed();
    await notify(dependencies, transaction);
    await notify(dependencies, transaction, { euros: 9.99 });
    expect(rig.sibs.seenAt('status')).toHaveLength(0);
    expect([await statusOf(transaction), await kinds(transaction)]).toEqual(['paid', []]);
  });
});

describe('D20, invariant 9: money that is not for a transaction of ours', () => {
  const foreign = (bankId: string, status: 'Success' | 'Declined' = 'Success') =>
    noticeOf({ merchantTransactionId: 'TERMINAL-SALE-7', bankId, status, euros: 42.5, notificationId: `n-${bankId}` });

  test('is acknowledged and kept once where finance looks', async () => {
    for (const _ of [1, 2]) {
      const answer = await receive(dependencies, foreign('s2foreign'));
      expect([answer.statusCode, JSON.parse(answer.body).notificationID]).toEqual([200, 'n-s2foreign']);
    }
    expect(await exceptionsOf(rig, 'foreign_s2foreign')).toMatchObject([
      { kind: 'unknown-payment', ofMerchant: null, bankId: 's2foreign', receivedCents: 4_250, expectedCents: null },
    ]);
    expect(await openExceptionIds(rig, 'foreign_s2foreign')).toContain('foreign_s2foreign');
  });

  test('is not kept when it is no money', async () => {
    expect((await receive(dependencies, foreign('s2declined', 'Declined'))).statusCode).toBe(200);
    expect(await exceptionsOf(rig, 'foreign_s2declined')).toEqual([]);
  });

  test('under our transaction but a bank id we never had is kept with the transaction', async () => {
    const transaction = await pushed();
    const notice = noticeOf({ merchantTransactionId: checkoutId(transaction.transactionId), bankId: 's2nobody' });
    expect((await receive(dependencies, notice)).statusCode).toBe(200);
    expect(await stored(rig, transaction.transactionId)).toEqual(transaction);
    expect(await kinds(transaction)).toEqual(['unknown-payment']);
    expect(await openExceptionIds(rig, transaction.transactionId)).toContain(transaction.transactionId);
  });

  test('does not show up among the merchant’s transactions', async () => {
    const [exception] = await exceptionsOf(rig, 'foreign_s2foreign');
    expect(exception).not.toHaveProperty('merchantId');
    expect(exception).not.toHaveProperty('dueAt');
  });
});
