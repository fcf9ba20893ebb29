import { describe, expect } from 'vitest';
import { checkoutId } from '../../../functions/banking/sibs/wire.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { sweep } from '../../../functions/payments/sweep/sweep.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { BANK_PAID_AT, type NotificationFacts } from '../../bank/sibs-notification.ts';
import { calls, dependencies, pushed, rig, test } from '../../fixtures/payments.ts';
import { ANSWERS, BANK_503, sibsNotification } from '../../support/banks/bank-script.ts';
import { NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { notify, receive } from '../../support/payment-calls.ts';
import { exceptionsOf, openExceptionIds, putTransaction, refundsOf, stored } from '../../support/stored-payments.ts';
import { paymentsIn } from '../../support/wired.ts';

async function paid(): Promise<Transaction> {
  const transaction = await pushed();
  const { transactionId } = transaction;
  await notify(dependencies, transaction, { operationId: 'S1' });
  return stored(rig, transactionId);
}

/** A reference of 10 euros. */
async function referenced(): Promise<Transaction> {
  const transaction = await putTransaction(rig);
  expect((await calls.multibanco(transaction.transactionId)).statusCode).toBe(200);
  return stored(rig, transaction.transactionId);
}

/** The bank reports returned money, with its own id and type. */
function returned(transaction: Transaction, facts: Partial<NotificationFacts> = {}) {
  const originalBankId = transaction.attempts[0]?.bankId ?? '';
  const refund = { bankId: 's2refund', paymentType: 'RFND', operationId: 'S2', originalBankId, euros: 4 };
  return notify(dependencies, transaction, { ...refund, notificationId: 'notice-r', ...facts });
}

describe('D9: money that the bank reports as returned', () => {
  test('is recorded with its transaction, which stays paid, and sends no webhook', async () => {
    const transaction = await paid();
    const answer = await returned(transaction);
    expect([answer.statusCode, JSON.parse(answer.body).notificationID]).toEqual([200, 'notice-r']);
    expect(await refundsOf(rig, transaction.transactionId)).toEqual([
      {
        transactionId: transaction.transactionId,
        refundId: 's2refund.S2',
        kind: 'refund',
        type: 'RFND',
        amountCents: 400,
        bankAccount: 'main',
        originalBankId: transaction.attempts[0]?.bankId,
        noticeId: 'notice-r',
        returnedAt: Date.parse(BANK_PAID_AT),
        recordedAt: NOW_MS,
      },
    ]);
    expect(await stored(rig, transaction.transactionId)).toEqual({
      ...transaction,
      moneyVersion: 1,
      refunds: { count: 1, cents: 400 },
    });
    expect(await exceptionsOf(rig, transaction.transactionId)).toEqual([]);
  });

  test('is recorded once, in whatever number of notifications it is reported, also concurrently', async () => {
    const transaction = await paid();
    const notices = Array.from({ length: 6 }, (_, index) => `notice-${index % 3}`);
    await Promise.all(notices.map((notificationId) => returned(transaction, { notificationId })));
    expect(await refundsOf(rig, transaction.transactionId)).toHaveLength(1);
  });

  test('in parts is recorded by part, each with its own id', async () => {
    const transaction = await paid();
    await returned(transaction);
    await returned(transaction, { operationId: 'S3', euros: 6, paymentType: 'RVRS' });
    const refunds = await refundsOf(rig, transaction.transactionId);
    expect(refunds.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['refund', 400],
      ['reversal', 600],
    ]);
  });

  test('of a second payment leaves the first one whole; only what goes back of both is missing from it', async () => {
    const transaction = await paid();
    const again = { operationId: 'S9', notificationId: 'notice-again', paidAt: '2026-02-13T07:00:00Z' };
    await notify(dependencies, transaction, again);
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([{ kind: 'paid-twice' }]);
    const sums = async () => (await stored(rig, transaction.transactionId)).refunds;
    await returned(transaction, { euros: 10 });
    expect(await sums()).toMatchObject({ count: 1, cents: 0, excessCents: 1_000 });
    await returned(transaction, { operationId: 'S3', euros: 4 });
    expect(await sums()).toMatchObject({ count: 2, cents: 400, excessCents: 1_000 });
    await returned(transaction, { operationId: 'S4', euros: 6 });
    await returned(transaction, { operationId: 'S5', euros: 0.01 });
    expect(await sums()).toMatchObject({ count: 4, cents: 1_000, excessCents: 1_001 });
    const kinds = (await exceptionsOf(rig, transaction.transactionId)).map(({ kind }) => kind);
    expect(kinds).toEqual(['paid-twice', 'unknown-refund']);
  });

  test('of two at once, one alone returns the second payment', async () => {
    const transaction = await paid();
    const again = { operationId: 'S9', notificationId: 'notice-again', paidAt: '2026-02-13T07:00:00Z' };
    await notify(dependencies, transaction, again);
    await Promise.all(['S3', 'S4', 'S5'].map((operationId) => returned(transaction, { operationId, euros: 6 })));
    const { refunds } = await stored(rig, transaction.transactionId);
    expect(refunds).toMatchObject({ count: 3, cents: 800, excessCents: 1_000 });
  });

  test('in equal parts under one id is distinguished by time', async () => {
    const transaction = await paid();
    const times = ['2026-02-13T08:00:00Z', '2026-02-13T08:00:09Z', '2026-02-13T08:00:00Z'];
    for (const paidAt of times) await returned(transaction, { operationId: '', euros: 3, paidAt });
    expect((await refundsOf(rig, transaction.transactionId)).map(({ amountCents }) => amountCents)).toEqual([300, 300]);
  });

  test('beyond what was received opens one again, where the first was covered since and closed', async () => {
    const transaction = await pushed();
    const { transactionId } = transaction;
    await returned(transaction, { operationId: 'S2', euros: 10 });
    await notify(dependencies, transaction, { operationId: 'S1' });
    const desk = paymentsIn(rig.client, () => NOW_MS).exceptionWrites;
    const [first] = await exceptionsOf(rig, transactionId);
    expect(first).toMatchObject({ kind: 'unknown-refund' });
    const exceptionId = String(first?.item).replace('exception#', '');
    await desk.close({ transactionId, exceptionId }, { outcome: 'refunded', note: 'covered', by: 'rui' });
    await returned(transaction, { operationId: 'S3', euros: 10 });
    const open = (await exceptionsOf(rig, transactionId)).filter(({ state }) => state === 'open');
    expect(open).toMatchObject([{ kind: 'unknown-refund', bankId: 's2refund.S3' }]);
    await returned(transaction, { operationId: 'S2', euros: 10 });
    expect(await exceptionsOf(rig, transactionId)).toHaveLength(2);
  });

  test('beyond the paid amount is recorded and an exception, once', async () => {
    const transaction = await paid();
    for (const operationId of ['S2', 'S3', 'S4', 'S4']) await returned(transaction, { operationId });
    expect(await refundsOf(rig, transaction.transactionId)).toHaveLength(3);
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { kind: 'unknown-refund', bankId: 's2refund.S4', receivedCents: 400, ofMerchant: 'mer_a' },
    ]);
  });

  test('under one id with two amounts or payments is recorded as first reported; another is an exception', async () => {
    const transaction = await paid();
    for (const euros of [4, 5, 5]) await returned(transaction, { euros });
    expect(await refundsOf(rig, transaction.transactionId)).toMatchObject([{ amountCents: 400 }]);
    const second = { kind: 'unknown-refund', bankId: 's2refund.S2', receivedCents: 500, ofMerchant: 'mer_a' };
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([second]);
    // The same amount of another payment.
    await returned(transaction, { originalBankId: 's2other' });
    expect(await refundsOf(rig, transaction.transactionId)).toHaveLength(1);
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      { ...second, receivedCents: 400 },
      second,
    ]);
  });

  test('is recorded also when it is reported before the payment', async () => {
    const transaction = await pushed();
    const { transactionId } = transaction;
    await returned(transaction);
    await notify(dependencies, transaction);
    expect((await stored(rig, transactionId)).status).toBe('paid');
    expect(await refundsOf(rig, transactionId)).toHaveLength(1);
  });
});

describe('several amounts of one movement, by the bank’s id, are received once', () => {
  const sums = async ({ transactionId }: Transaction) => (await stored(rig, transactionId)).refunds;
  const complete = { count: 1, cents: 1_000 };

  test('an amount that the bank did not confirm, then the right one', async () => {
    const transaction = await pushed();
    const report = (euros: number) => notify(dependencies, transaction, { euros, operationId: 'S1' });
    rig.sibs.script('status', BANK_503);
    for (const euros of [3, 1_000]) expect((await report(euros)).statusCode).toBe(503);
    expect(await returned(transaction, { euros: 10 })).toMatchObject({ statusCode: 200 });
    rig.sibs.script('status', ANSWERS.paid(10));
    expect((await report(3)).statusCode).toBe(200);
    expect(await sums(transaction)).toMatchObject(complete);
    expect((await sums(transaction))?.excessCents).toBeUndefined();
  });

  const swept = async () => {
    rig.sibs.script('status', ANSWERS.paid(10));
    rig.time.nowMs = NOW_MS + HOUR_MS;
    await sweep(dependencies)(Number.MAX_SAFE_INTEGER);
  };

  test('a push that an inquiry finds paid, without the id', async () => {
    const transaction = await pushed();
    const report = () => notify(dependencies, transaction, { euros: 1_000, operationId: 'S1' });
    rig.sibs.script('status', ANSWERS.waiting);
    await report();
    await swept();
    await returned(transaction, { euros: 10 });
    expect((await report()).statusCode).toBe(200);
    expect(await sums(transaction)).toMatchObject(complete);
    expect((await sums(transaction))?.excessCents).toBeUndefined();
  });

  test('a reference that an inquiry finds paid, and that gets the id after a refund', async () => {
    const transaction = await referenced();
    const report = (euros: number) =>
      notify(dependencies, transaction, { euros, operationId: 'S1', method: 'REFERENCE' });
    rig.sibs.script('status', BANK_503);
    await report(1_000);
    await swept();
    await returned(transaction, { euros: 10 });
    expect(await sums(transaction)).toMatchObject({ count: 1, cents: 0, excessCents: 1_000 });
    rig.time.nowMs += 1_000;
    expect((await report(10)).statusCode).toBe(200);
    expect((await stored(rig, transaction.transactionId)).paidOperation).toBe('S1');
    expect(await sums(transaction)).toMatchObject(complete);
    expect((await sums(transaction))?.excessCents).toBeUndefined();
  });

  test.each([
    ['less, then the right one', [3, 10]],
    ['more, then the right one', [12, 10]],
  ])('of a push without ids, while the bank is silent: %s', async (_, amounts) => {
    const transaction = await pushed();
    rig.sibs.script('status', BANK_503);
    for (const euros of [...amounts, ...amounts]) await notify(dependencies, transaction, { euros });
    await returned(transaction, { euros: 10 });
    expect(await sums(transaction)).toMatchObject(complete);
    expect((await sums(transaction))?.excessCents).toBeUndefined();
  });

  test('an amount that contradicts the payment is an exception for each, and no further money', async () => {
    const transaction = await paid();
    for (const euros of [3, 4, 3]) await notify(dependencies, transaction, { euros, operationId: 'S1' });
    const unclear = await exceptionsOf(rig, transaction.transactionId);
    expect(unclear.map(({ kind, receivedCents }) => [kind, receivedCents])).toEqual([
      ['unclear-payment', 300],
      ['unclear-payment', 400],
    ]);
    await returned(transaction, { euros: 10 });
    expect(await sums(transaction)).toMatchObject(complete);
  });
});

describe('two payments of one reference with one amount, more than requested, are both received', () => {
  const euros = 14;
  const taps = ['X', 'Y'].map((operationId, index) => ({ operationId, paidAt: `2026-02-13T0${index + 1}:00:00Z` }));
  /** What a refund of 20.00 of 28.00 received returns of the payment of 10.00, and the kinds of the exceptions. */
  async function resultOf(transaction: Transaction) {
    await returned(transaction, { euros: 20, operationId: 'R' });
    const { status, refunds } = await stored(rig, transaction.transactionId);
    const kinds = (await exceptionsOf(rig, transaction.transactionId)).map(({ kind }) => kind);
    return { status, refunds, unknown: kinds.filter((kind) => kind === 'unknown-refund') };
  }
  const right = { status: 'paid', refunds: { count: 1, cents: 200, excessCents: 1_800 }, unknown: [] };
  const reportTo = (transaction: Transaction) => (facts: Partial<NotificationFacts>) =>
    notify(dependencies, transaction, { euros, method: 'REFERENCE', ...facts });

  test('the refund comes before the first, which was not confirmed, is repeated', async () => {
    const transaction = await referenced();
    const report = reportTo(transaction);
    rig.sibs.script('status', BANK_503);
    await report(taps[0] ?? {});
    rig.sibs.script('status', ANSWERS.paid(euros, 'REFERENCE'));
    await report(taps[1] ?? {});
    expect(await resultOf(transaction)).toMatchObject(right);
  });

  test.each([
    ['0 and 1 not confirmed, then 0 and 1', [0, 1], [0, 1]],
    ['1 and 0', [], [1, 0]],
  ])('without ids: %s', async (_, silent, answered) => {
    const transaction = await referenced();
    const report = (index: number) => reportTo(transaction)({ paidAt: taps[index]?.paidAt ?? '' });
    rig.sibs.script('status', BANK_503);
    for (const index of silent) await report(index);
    rig.sibs.script('status', ANSWERS.paid(euros, 'REFERENCE'));
    for (const index of answered) await report(index);
    expect(await resultOf(transaction)).toMatchObject(right);
  });

  test('an inquiry that names the other one does not confirm the notified one', async () => {
    const transaction = await referenced();
    const report = reportTo(transaction);
    rig.sibs.script('status', ANSWERS.paid(euros, 'REFERENCE', 'X'));
    for (const tap of [taps[1], taps[0]]) await report(tap ?? {});
    expect(await resultOf(transaction)).toMatchObject(right);
  });
});

describe('of many reports at one moment each movement is recorded once', () => {
  test('ten refunds', async () => {
    const transaction = await paid();
    const parts = Array.from({ length: 10 }, (_, index) => ({ operationId: `S${100 + index}`, euros: 0.1 }));
    const answers = await Promise.all(parts.map((part) => returned(transaction, part)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(parts.map(() => 200));
    expect((await stored(rig, transaction.transactionId)).refunds).toMatchObject({ count: 10, cents: 100 });
  });

  test.each([1, 2])('three payments of one reference, each reported twice: round %s', async () => {
    const transaction = await referenced();
    rig.sibs.script('status', ANSWERS.waiting);
    const taps = [12, 10, 15].map((euros, index) => ({
      method: 'REFERENCE' as const,
      euros,
      operationId: `S${index}`,
      paidAt: `2026-02-13T0${index + 1}:00:00Z`,
    }));
    const report = (tap: (typeof taps)[number]) => notify(dependencies, transaction, tap);
    await Promise.all([...taps, ...taps].map(report));
    for (const tap of taps) await report(tap);
    const { paidOperation, status, paidCents } = await stored(rig, transaction.transactionId);
    const exceptions = await exceptionsOf(rig, transaction.transactionId);
    const beside = exceptions.filter(({ operationId }) => operationId !== paidOperation);
    expect([status, exceptions.length - beside.length]).toEqual(['paid', paidCents === undefined ? 0 : 1]);
    expect(beside.map(({ operationId }) => operationId).sort()).toEqual(
      taps.map(({ operationId }) => operationId).filter((each) => each !== paidOperation),
    );
  });
});

describe('D20: a return without a matching payment', () => {
  test('of no transaction of this service: acknowledged, and recorded once for finance', async () => {
    const notice = sibsNotification({
      merchantTransactionId: 'BACK-OFFICE-3',
      bankId: 's2lost',
      paymentType: 'RFND',
      euros: 7,
    });
    for (const _ of [1, 2]) expect((await receive(dependencies, notice)).statusCode).toBe(200);
    // SIBS's id, and the time where the movement has no id.
    const partition = `foreign_s2lost.${BANK_PAID_AT.replaceAll(/\D/g, '')}`;
    expect(await exceptionsOf(rig, partition)).toMatchObject([
      { kind: 'unknown-refund', ofMerchant: null, receivedCents: 700, detail: 'type RFND', state: 'open' },
    ]);
    expect(await openExceptionIds(rig, partition)).toContain(partition);
  });

  test('of a transaction on another account: recorded for finance, and nothing with the transaction', async () => {
    const transaction = await putTransaction(rig, { bankAccount: 'another' });
    expect((await returned(transaction, { bankId: 's2other', operationId: 'S9' })).statusCode).toBe(200);
    expect(await refundsOf(rig, transaction.transactionId)).toEqual([]);
    expect(await exceptionsOf(rig, 'foreign_s2other.S9')).toMatchObject([{ kind: 'unknown-refund' }]);
  });

  test('of a transaction that is ours by its id and not found: 404, so that it is resent', async () => {
    const notice = sibsNotification({
      merchantTransactionId: checkoutId(newTransactionId()),
      bankId: 's2early',
      paymentType: 'RFND',
    });
    expect((await receive(dependencies, notice)).statusCode).toBe(404);
  });

  test.each([['Declined'], ['Pending']] as const)(
    'that is %s: acknowledged, and nothing is recorded',
    async (status) => {
      const transaction = await paid();
      expect((await returned(transaction, { status })).statusCode).toBe(200);
      expect(await refundsOf(rig, transaction.transactionId)).toEqual([]);
    },
  );
});
