import { describe, expect } from 'vitest';
import { checkoutId } from '../../../functions/banking/sibs/wire.ts';
import { EXCEPTION_LINE } from '../../../functions/payments/exceptions/exception.ts';
import { sweep } from '../../../functions/payments/sweep/sweep.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { DAY_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { calls, dependencies, pushed, rig, test } from '../../fixtures/payments.ts';
import { ANSWERS, BANK_503, sibsNotification } from '../../support/banks/bank-script.ts';
import { NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { notify, receive } from '../../support/payment-calls.ts';
import { keyOf } from '../../support/payment-transactions.ts';
import { exceptionsOf, openExceptionIds, putTransaction, stored } from '../../support/stored-payments.ts';

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

describe('D9: a push and a reference that are both paid', () => {
  test.each([
    ['the push first', [0, 1]],
    ['the reference first', [1, 0]],
  ])('%s: the first one reported settles, the other is an exception `paid-twice`', async (_, order) => {
    const push = await pushed();
    const { transactionId } = push;
    await dependencies.transactions.free(transactionId, keyOf(push));
    await calls.multibanco(transactionId);
    const both = await stored(rig, transactionId);
    const methods = both.attempts.map(({ method }) => method);
    expect(methods).toEqual(['MBWAY', 'REFERENCE']);
    for (const index of [...order, ...order]) {
      const facts = { method: methods[index] ?? 'MBWAY', operationId: `S${index}`, notificationId: `notice-${index}` };
      await notify(dependencies, both, facts, index);
    }
    const [first = 0, second = 0] = order;
    const paid = await stored(rig, transactionId);
    expect(paid).toMatchObject({
      status: 'paid',
      paidBy: first,
      paymentMethod: methods[first],
      paidOperation: `S${first}`,
    });
    expect(paid.settlements).toHaveLength(1);
    expect(await exceptionsOf(rig, transactionId)).toMatchObject([
      { kind: 'paid-twice', bankId: both.attempts[second]?.bankId, operationId: `S${second}`, receivedCents: 1_000 },
    ]);
  });
});

describe('D20: after a wrong amount the bank is queried, and its answer counts', () => {
  test('too little, but the bank reports the complete amount: paid, without an exception', async () => {
    const transaction = await pushed();
    rig.sibs.script('status', ANSWERS.paid(10));
    expect((await notify(dependencies, transaction, { euros: 9.99 })).statusCode).toBe(200);
    expect(await statusOf(transaction)).toBe('paid');
    expect(await kinds(transaction)).toEqual([]);
    expect(rig.sibs.seenAt('status')).toHaveLength(1);
  });

  test.each([
    ['reports the same', ANSWERS.paid(9.99)],
    ['reports that it still waits', ANSWERS.waiting],
  ])('too little, and the bank %s: never paid, one exception with the amount received', async (_, answer) => {
    const transaction = await pushed();
    rig.sibs.script('status', answer);
    for (const notificationId of ['notice-1', 'notice-2']) {
      await notify(dependencies, transaction, { euros: 9.99, notificationId });
    }
    expect(await statusOf(transaction)).toBe('pending');
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { kind: 'underpaid', expectedCents: 1_000, receivedCents: 999, noticeId: 'notice-1' },
    ]);
  });

  test.each([
    ['too little', 9.99, 'underpaid'],
    ['too much', 10.01, 'overpaid'],
  ])('%s, and the inquiry fails: recorded, and resent until the inquiry succeeds', async (_, euros, kind) => {
    const transaction = await pushed();
    rig.sibs.script('status', BANK_503);
    for (const notificationId of ['notice-1', 'notice-2']) {
      const answer = await notify(dependencies, transaction, { euros, notificationId });
      expect(answer.statusCode).toBe(503);
    }
    expect([await statusOf(transaction), await kinds(transaction)]).toEqual(['pending', [kind]]);
    rig.sibs.script('status', ANSWERS.paid(10));
    expect((await notify(dependencies, transaction, { euros })).statusCode).toBe(200);
    // The exception stays for a person to close: another amount was recorded.
    expect([await statusOf(transaction), await kinds(transaction)]).toEqual(['paid', [kind]]);
  });

  test('a misread amount of a cancelled payment, while inquiries fail, is not final: the money is found', async () => {
    const transaction = await pushed();
    await notify(dependencies, transaction, { status: 'Timeout' });
    expect(await statusOf(transaction)).toBe('cancelled');
    rig.sibs.script('status', BANK_503);
    expect((await notify(dependencies, transaction, { euros: 3.33 })).statusCode).toBe(503);
    rig.sibs.script('status', ANSWERS.paid(10));
    expect((await notify(dependencies, transaction, { euros: 3.33 })).statusCode).toBe(200);
    expect(await statusOf(transaction)).toBe('paid');
    expect(await kinds(transaction)).toEqual(expect.arrayContaining(['late', 'underpaid']));
  });

  test.each([
    ['that it waits', ANSWERS.waiting, 503],
    ['that it was refused', ANSWERS.declined, 200],
  ])('far too much, and the bank reports %s: recorded, and the status stays', async (_, answer, statusCode) => {
    const transaction = await pushed();
    rig.sibs.script('status', answer);
    for (const notificationId of ['notice-1', 'notice-1', 'notice-2']) {
      const answer = await notify(dependencies, transaction, { euros: 1_000, operationId: 'S1', notificationId });
      expect(answer.statusCode).toBe(statusCode);
    }
    expect(await stored(rig, transaction.transactionId)).toEqual({ ...transaction, moneyVersion: 1 });
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { kind: 'overpaid', expectedCents: 1_000, receivedCents: 100_000, noticeId: 'notice-1' },
    ]);
  });

  test('far too much, and later Success from the bank: paid with its amount; repeats change nothing', async () => {
    const transaction = await pushed();
    const report = () => notify(dependencies, transaction, { euros: 1_000, operationId: 'S1' });
    rig.sibs.script('status', ANSWERS.waiting);
    expect((await report()).statusCode).toBe(503);
    rig.sibs.script('status', ANSWERS.paid(10));
    for (const _ of [1, 2]) expect((await report()).statusCode).toBe(200);
    const paid = await stored(rig, transaction.transactionId);
    expect([paid.status, paid.paidCents]).toEqual(['paid', undefined]);
    expect(await kinds(transaction)).toEqual(['overpaid']);
  });

  test('too much, and the bank reports the same: paid, with an exception', async () => {
    const transaction = await pushed();
    rig.sibs.script('status', ANSWERS.paid(10.01));
    await notify(dependencies, transaction, { euros: 10.01 });
    expect(await statusOf(transaction)).toBe('paid');
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { kind: 'overpaid', expectedCents: 1_000, receivedCents: 1_001 },
    ]);
    // The payload has the amount of the transaction (invariant 6).
    expect((await calls.status(transaction.transactionId)).body.amount).toBe(10);
  });

  test.each([
    ['in part', { status: 'Partial' as const }],
    ['in another currency', { currency: 'USD' }],
  ])('money %s, which the bank confirms as complete, is paid', async (_, facts) => {
    const transaction = await pushed();
    rig.sibs.script('status', ANSWERS.paid(10));
    await notify(dependencies, transaction, facts);
    expect([await statusOf(transaction), await kinds(transaction)]).toEqual(['paid', []]);
  });

  test('a payment of the right amount and its repeat cause no inquiry', async () => {
    const transaction = await pushed();
    await notify(dependencies, transaction);
    await notify(dependencies, transaction);
    expect(rig.sibs.seenAt('status')).toHaveLength(0);
    expect([await statusOf(transaction), await kinds(transaction)]).toEqual(['paid', []]);
  });

  test('the same movement with another amount is a contradiction and causes an inquiry', async () => {
    const transaction = await pushed();
    await notify(dependencies, transaction, { operationId: 'S1' });
    rig.sibs.script('status', ANSWERS.paid(10));
    await notify(dependencies, transaction, { operationId: 'S1', euros: 9.99 });
    expect(await kinds(transaction)).toEqual([]);
    rig.sibs.script('status', BANK_503);
    expect((await notify(dependencies, transaction, { operationId: 'S1', euros: 9.99 })).statusCode).toBe(503);
    expect(await kinds(transaction)).toEqual(['unclear-payment']);
  });
});

describe('D20, invariant 9: money that is not for one of our transactions', () => {
  const foreign = (bankId: string, status: 'Success' | 'Declined' = 'Success') =>
    sibsNotification({
      merchantTransactionId: 'TERMINAL-SALE-7',
      bankId,
      status,
      euros: 42.5,
      notificationId: `n-${bankId}`,
    });

  test('is acknowledged and recorded once for finance', async () => {
    for (const _ of [1, 2]) {
      const answer = await receive(dependencies, foreign('s2foreign'));
      expect([answer.statusCode, JSON.parse(answer.body).notificationID]).toEqual([200, 'n-s2foreign']);
    }
    expect(await exceptionsOf(rig, 'foreign_s2foreign')).toMatchObject([
      { kind: 'unknown-payment', ofMerchant: null, bankId: 's2foreign', receivedCents: 4_250, expectedCents: null },
    ]);
    expect(await openExceptionIds(rig, 'foreign_s2foreign')).toContain('foreign_s2foreign');
  });

  test('is not recorded when it reports no money', async () => {
    expect((await receive(dependencies, foreign('s2declined', 'Declined'))).statusCode).toBe(200);
    expect(await exceptionsOf(rig, 'foreign_s2declined')).toEqual([]);
  });

  test('under our transaction with an unknown bank id is recorded with the transaction', async () => {
    const transaction = await pushed();
    const notice = sibsNotification({
      merchantTransactionId: checkoutId(transaction.transactionId),
      bankId: 's2nobody',
    });
    expect((await receive(dependencies, notice)).statusCode).toBe(200);
    expect(await stored(rig, transaction.transactionId)).toEqual({ ...transaction, moneyVersion: 1 });
    expect(await kinds(transaction)).toEqual(['unknown-payment']);
    expect(await openExceptionIds(rig, transaction.transactionId)).toContain(transaction.transactionId);
  });

  test('is not among the merchant’s transactions', async () => {
    const [exception] = await exceptionsOf(rig, 'foreign_s2foreign');
    expect(exception).not.toHaveProperty('merchantId');
    expect(exception).not.toHaveProperty('dueAt');
  });
});

describe('D9: a reference that is paid twice', () => {
  const reference = { method: 'REFERENCE', operationId: 'S1' } as const;
  const issued = async () => {
    const { transactionId } = await putTransaction(rig);
    await calls.multibanco(transactionId);
    return stored(rig, transactionId);
  };

  test('is identified by the bank’s id of the movement and recorded once, and the status stays', async () => {
    const transaction = await issued();
    await notify(dependencies, transaction, reference);
    const paid = await stored(rig, transaction.transactionId);
    expect(paid).toMatchObject({ status: 'paid', paidOperation: 'S1' });
    for (const operationId of ['S1', 'S2', 'S1', 'S2', 'S3']) {
      const answer = await notify(dependencies, transaction, {
        ...reference,
        operationId,
        notificationId: operationId,
      });
      expect(answer.statusCode).toBe(200);
    }
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { kind: 'paid-twice', operationId: 'S2', noticeId: 'S2', expectedCents: 1_000, receivedCents: 1_000 },
      { kind: 'paid-twice', operationId: 'S3', noticeId: 'S3', expectedCents: 1_000, receivedCents: 1_000 },
    ]);
    expect(await stored(rig, transaction.transactionId)).toEqual({ ...paid, moneyVersion: 2 });
  });

  test('is identified by its time where the bank gives no id of the movement', async () => {
    const transaction = await issued();
    const paidAt = '2026-02-13T08:00:00.000Z';
    for (const facts of [{}, {}, { paidAt }, { paidAt }]) {
      await notify(dependencies, transaction, { method: 'REFERENCE', ...facts });
    }
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { kind: 'paid-twice', bankTime: Date.parse(paidAt), receivedCents: 1_000 },
    ]);
  });

  const foundPaid = async () => {
    const transaction = await issued();
    rig.time.nowMs = NOW_MS + 5 * DAY_MS;
    rig.sibs.script('status', ANSWERS.paid(10, 'REFERENCE'));
    await sweep(dependencies)(Number.MAX_SAFE_INTEGER);
    return transaction;
  };

  test('and found by an inquiry gets its movement from the first notification', async () => {
    const transaction = await foundPaid();
    for (const operationId of ['S1', 'S1', 'S2', 'S1', 'S2']) {
      await notify(dependencies, transaction, { ...reference, operationId });
    }
    expect(await stored(rig, transaction.transactionId)).toMatchObject({ status: 'paid', paidOperation: 'S1' });
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { kind: 'paid-twice', operationId: 'S2', receivedCents: 1_000 },
    ]);
  });

  test('and found by an inquiry: one of two concurrent notifications is a second payment', async () => {
    const transaction = await foundPaid();
    await Promise.all(
      ['S1', 'S2'].map((operationId) => notify(dependencies, transaction, { ...reference, operationId })),
    );
    const { paidOperation } = await stored(rig, transaction.transactionId);
    const other = paidOperation === 'S1' ? 'S2' : 'S1';
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { kind: 'paid-twice', operationId: other },
    ]);
  });
});

describe('D9: money that is not the complete payment', () => {
  test.each([
    ['in part', { status: 'Partial' as const, euros: 4 }, { kind: 'underpaid', receivedCents: 400 }],
    ['in dollars', { currency: 'USD' }, { kind: 'foreign-currency', receivedCents: null, detail: '10 USD' }],
    ['by a card', { paymentType: 'PURS', method: 'CARD' as 'MBWAY' }, { kind: 'unclear-payment', receivedCents: null }],
  ])('%s is recorded with its kind and pays nothing', async (_, facts, exception) => {
    const transaction = await pushed();
    for (const notificationId of ['notice-1', 'notice-2']) {
      await notify(dependencies, transaction, { ...facts, notificationId, operationId: 'S7' });
    }
    const version = exception.receivedCents === null ? {} : { moneyVersion: 1 };
    expect(await stored(rig, transaction.transactionId)).toEqual({ ...transaction, ...version });
    const known = { bankId: transaction.attempts[0]?.bankId, operationId: 'S7', noticeId: 'notice-1', state: 'open' };
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { ...exception, ...known, expectedCents: 1_000 },
    ]);
  });

  test('in two parts of one amount is distinguished by the bank’s ids of the movements', async () => {
    const transaction = await pushed();
    for (const operationId of ['S1', 'S2', 'S1', 'S2']) {
      await notify(dependencies, transaction, { status: 'Partial', euros: 3, operationId });
    }
    const exceptions = await exceptionsOf(rig, transaction.transactionId);
    expect(exceptions.map(({ operationId, receivedCents }) => [operationId, receivedCents])).toEqual([
      ['S1', 300],
      ['S2', 300],
    ]);
  });

  test('is not a second payment when its notification is resent after the payment', async () => {
    const transaction = await pushed();
    const part = { euros: 3, operationId: 'S1' };
    await notify(dependencies, transaction, part);
    await notify(dependencies, transaction, { operationId: 'S2' });
    await notify(dependencies, transaction, part);
    expect([await statusOf(transaction), await kinds(transaction)]).toEqual(['paid', ['underpaid']]);
  });

  test('is logged for the alarm when it is recorded, and not when it is reported again later', async () => {
    const transaction = await pushed();
    const logged = () => dependencies.lines.filter(({ message }) => message === EXCEPTION_LINE).length;
    await notify(dependencies, transaction, { euros: 9 });
    expect(logged()).toBe(1);
    rig.time.nowMs += 16 * MINUTE_MS;
    await notify(dependencies, transaction, { euros: 9, notificationId: 'notice-2' });
    expect(logged()).toBe(1);
  });
});
