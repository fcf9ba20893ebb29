import { describe, expect } from 'vitest';
import { checkoutId } from '../../../../functions/banking/sibs/wire.ts';
import { newTransactionId } from '../../../../functions/payments/ids.ts';
import type { Transaction } from '../../../../functions/payments/transaction.ts';
import { BANK_PAID_AT, type NotificationFacts } from '../../../bank/sibs-notification.ts';
import { ANSWERS, BANK_503, sibsNotification } from '../../../rig/banks/bank-script.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { notify, receive } from '../../../rig/payment-calls.ts';
import { pushed } from '../../../rig/payment-starts.ts';
import { dependencies, rig, test } from '../../../rig/payments.ts';
import { exceptionsOf, moneyOf, putTransaction, refundsOf, stored } from '../../../rig/stored-payments.ts';

async function paid(): Promise<Transaction> {
  const transaction = await pushed();
  await notify(dependencies, transaction, { operationId: 'S1' });
  return stored(rig, transaction.transactionId);
}

/** The bank reports returned money, with its own id and type; the status code of our answer. */
async function returned(transaction: Transaction, facts: Partial<NotificationFacts> = {}) {
  const originalBankId = transaction.attempts[0]?.bankId ?? '';
  const refund = { bankId: 's2refund', paymentType: 'RFND', operationId: 'R1', originalBankId, euros: 4 };
  return (await notify(dependencies, transaction, { ...refund, notificationId: 'notice-r', ...facts })).statusCode;
}
const money = ({ transactionId }: Transaction) => moneyOf(rig, transactionId);

describe('D9: money that the bank reports as returned', () => {
  test('is recorded in full and on its own day, and changes nothing of the payment', async () => {
    const transaction = await paid();
    for (const _ of [1, 2]) expect(await returned(transaction)).toBe(200);
    expect(await refundsOf(rig, transaction.transactionId)).toEqual([
      {
        ...{ transactionId: transaction.transactionId, bankAccount: 'main', refundId: 's2refund.R1' },
        ...{ kind: 'refund', type: 'RFND', returnedCents: 400, noticeId: 'notice-r', recordedAt: NOW_MS },
        ...{ originalBankId: transaction.attempts[0]?.bankId, returnedAt: Date.parse(BANK_PAID_AT) },
      },
    ]);
    expect(await stored(rig, transaction.transactionId)).toEqual(transaction);
    expect((await money(transaction)).beside).toEqual([]);
  });

  const R = (nth: number, euros: number) => ({ operationId: `R${nth}`, euros });
  const AGAIN = { operationId: 'S9' };
  test.each<[string, Partial<NotificationFacts>[], Partial<NotificationFacts>[], number[], string[]]>([
    ['in parts', [], [R(1, 4), R(2, 6)], [400, 600], []],
    [
      'by its time, without an id',
      [],
      [
        { operationId: '', euros: 3 },
        { operationId: '', euros: 3, paidAt: '2026-02-13T08:00:09Z' },
      ],
      [300, 300],
      [],
    ],
    ['of both payments', [AGAIN], [R(1, 20)], [2_000], ['paid-twice 1000']],
    ['more than was received', [], [R(1, 4), R(2, 4), R(3, 4), R(3, 4)], [400, 400, 400], ['unknown-refund']],
    ['other cents under one id', [], [R(1, 4), R(1, 5), R(1, 5)], [400], ['unknown-refund']],
    [
      'another payment under one id',
      [],
      [R(1, 4), { ...R(1, 4), originalBankId: 's2other' }],
      [400],
      ['unknown-refund'],
    ],
  ])('%s', async (_, payments, refunds, expected, beside) => {
    const transaction = await paid();
    for (const facts of payments) await notify(dependencies, transaction, facts);
    for (const facts of refunds) expect(await returned(transaction, facts)).toBe(200);
    expect(await money(transaction)).toEqual({ status: 'paid', received: 1_000, beside, returned: expected });
  });

  test('more than was received is a question that says so, and its cents are on the refund only', async () => {
    const transaction = await paid();
    await returned(transaction, { euros: 10.01 });
    expect(await exceptionsOf(rig, transaction.transactionId)).toMatchObject([
      {
        ...{ kind: 'unknown-refund', merchantId: 'mer_a', receivedCents: null, reportedCents: 1_001 },
        detail: expect.stringContaining('more was returned than received'),
      },
    ]);
  });

  test('many at one moment, each reported twice', async () => {
    const transaction = await paid();
    const parts = Array.from({ length: 10 }, (_, nth) => R(nth, 1));
    await Promise.all([...parts, ...parts].map((part) => returned(transaction, part)));
    expect((await money(transaction)).returned).toEqual(parts.map(() => 100));
  });
});

describe('a refund of an unpaid transaction', () => {
  test('asks about its start until the bank answers, and applies the answer', async () => {
    const transaction = await pushed();
    rig.sibs.script('status', BANK_503);
    for (const _ of [1, 2]) expect(await returned(transaction, { euros: 10 })).toBe(503);
    expect(await money(transaction)).toEqual({ status: 'pending', received: undefined, beside: [], returned: [1_000] });
    rig.sibs.script('status', ANSWERS.paid(10));
    expect(await returned(transaction, { euros: 10 })).toBe(200);
    const asked = rig.sibs.seenAt('status').length;
    expect(asked).toBe(3);
    expect(await returned(transaction, { euros: 10 })).toBe(200);
    expect(rig.sibs.seenAt('status')).toHaveLength(asked);
    expect(await money(transaction)).toEqual({ status: 'paid', received: 1_000, beside: [], returned: [1_000] });
  });

  test('that is not paid, by the bank, is a question until enough has been received', async () => {
    const transaction = await pushed();
    const { transactionId } = transaction;
    rig.sibs.script('status', ANSWERS.waiting);
    expect(await returned(transaction)).toBe(200);
    await notify(dependencies, transaction, { operationId: 'S1', euros: 3.99 });
    expect((await exceptionsOf(rig, transactionId)).map(({ state }) => state)).toEqual(['open', 'open']);
    await notify(dependencies, transaction, { operationId: 'S2', euros: 10 });
    expect(await money(transaction)).toEqual({
      ...{ status: 'paid', received: 1_000, beside: ['underpaid 399', 'unknown-refund'], returned: [400] },
    });
    expect(await exceptionsOf(rig, transactionId)).toMatchObject([
      { kind: 'underpaid', state: 'open' },
      { kind: 'unknown-refund', state: 'closed', closed: { outcome: 'confirmed', by: 'service' } },
    ]);
  });
});

describe('a refund without a payment that we know', () => {
  const REFUND = { paymentType: 'RFND', operationId: 'R1', euros: 7 };
  const send = (facts: Pick<NotificationFacts, 'merchantTransactionId' | 'bankId'>) =>
    receive(dependencies, sibsNotification({ ...REFUND, ...facts }));

  test('of no transaction of this service is recorded under no merchant, with a question', async () => {
    for (const _ of [1, 2]) {
      expect((await send({ merchantTransactionId: 'BACK-OFFICE-3', bankId: 's2lost' })).statusCode).toBe(200);
    }
    const place = 'foreign_main_s2lost.R1';
    expect(await moneyOf(rig, place)).toMatchObject({ returned: [700], beside: ['unknown-refund'] });
    expect(await exceptionsOf(rig, place)).toMatchObject([{ merchantId: '-', reportedCents: 700 }]);
  });

  test('of a transaction on another account is recorded as foreign', async () => {
    const transaction = await putTransaction(rig, { bankAccount: 'another' });
    expect(await returned(transaction, { bankId: 's2other' })).toBe(200);
    expect((await money(transaction)).returned).toEqual([]);
    expect((await moneyOf(rig, 'foreign_main_s2other.R1')).returned).toEqual([400]);
  });

  test('of a transaction that is ours by its id and not found: 404, so that it is resent', async () => {
    const merchantTransactionId = checkoutId(newTransactionId());
    expect((await send({ merchantTransactionId, bankId: 's2early' })).statusCode).toBe(404);
  });
});
