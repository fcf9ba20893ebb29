import { randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { checkoutId } from '../../../../functions/banking/sibs/wire.ts';
import { newTransactionId } from '../../../../functions/payments/ids.ts';
import { notification } from '../../../../functions/payments/settle/notification.ts';
import type { Transaction } from '../../../../functions/payments/transaction.ts';
import { BANK_PAID_AT } from '../../../bank/sibs-notification.ts';
import { apiEvent } from '../../../rig/api-event.ts';
import { sibsNotification } from '../../../rig/banks/bank-script.ts';
import { notify, paymentCalls, receive } from '../../../rig/payment-calls.ts';
import { pushed } from '../../../rig/payment-starts.ts';
import { calls, dependencies, rig, test } from '../../../rig/payments.ts';
import { exceptionsOf, putTransaction, stored } from '../../../rig/stored-payments.ts';
import { keyOf } from '../../../rig/transactions.ts';

const summary = async ({ transactionId }: Transaction) => {
  const { status, settlements, paidAt } = await stored(rig, transactionId);
  return { status, events: settlements.length, paidAt: paidAt ?? null };
};
const acknowledged = (notificationID: string) => ({
  statusCode: 200,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ statusCode: '000', statusMsg: 'Success', notificationID }),
});

describe('D20: a notification is acknowledged exactly as SIBS requires:', () => {
  test('a payment settles, with the bank’s time of payment (D21)', async () => {
    const transaction = await pushed();
    const answer = await notify(dependencies, transaction, { notificationId: 'b6571d90-35d6' });
    expect(answer).toEqual(acknowledged('b6571d90-35d6'));
    expect(await summary(transaction)).toEqual({ status: 'paid', events: 1, paidAt: Date.parse(BANK_PAID_AT) });
    expect(await exceptionsOf(rig, transaction.transactionId)).toEqual([]);
  });

  test.each([
    ['declined by the customer', { status: 'Declined', statusCode: 'E0500' }, 'failed'],
    ['declined for want of funds', { status: 'Declined', statusCode: 'E0113' }, 'failed'],
    ['timed out', { status: 'Timeout' }, 'cancelled'],
  ] as const)('%s settles', async (_, facts, status) => {
    const transaction = await pushed();
    expect((await notify(dependencies, transaction, facts)).statusCode).toBe(200);
    expect(await summary(transaction)).toEqual({ status, events: 1, paidAt: null });
  });

  test('a duplicate changes nothing, also repeatedly and concurrently', async () => {
    const transaction = await pushed();
    await Promise.all(Array.from({ length: 8 }, () => notify(dependencies, transaction)));
    const once = await stored(rig, transaction.transactionId);
    expect(await notify(dependencies, transaction)).toEqual(acknowledged('notice-1'));
    expect(await stored(rig, transaction.transactionId)).toEqual(once);
    expect(once.settlements).toHaveLength(1);
    expect(await exceptionsOf(rig, transaction.transactionId)).toEqual([]);
  });

  test('a decline of an ended attempt changes nothing, its success is money (D9)', async () => {
    const transaction = await pushed();
    const { transactionId } = transaction;
    await dependencies.transactions.free(transactionId, keyOf(transaction));
    await calls.mbway(transactionId, '923456789');
    const again = await stored(rig, transactionId);
    await notify(dependencies, transaction, { status: 'Declined', statusCode: 'E0500' });
    expect(await stored(rig, transactionId)).toEqual(again);
    await notify(dependencies, transaction);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid', paidBy: 0 });
  });

  test.each(['0,1,2', '0,2,1', '1,0,2', '1,2,0', '2,0,1', '2,1,0'])(
    'Pending, Declined and Success in the order %s end paid, each acknowledged',
    async (order) => {
      const facts = [
        { status: 'Pending' },
        { status: 'Declined', statusCode: 'E0113' },
        { status: 'Success' },
      ] as const;
      const transaction = await pushed();
      for (const index of order.split(',').map(Number)) {
        const notificationId = `notice-${index}`;
        const answer = await notify(dependencies, transaction, { ...facts[index], notificationId });
        expect(answer).toEqual(acknowledged(notificationId));
      }
      expect(await summary(transaction)).toMatchObject({ status: 'paid' });
    },
  );

  test('one that arrives before our record of the start settles', async () => {
    const { transactionId } = await putTransaction(rig);
    const table = dependencies.transactions;
    const early = {
      ...dependencies,
      transactions: {
        ...table,
        markLive: async (...args: Parameters<typeof table.markLive>) => {
          await notify(dependencies, await stored(rig, transactionId));
          return table.markLive(...args);
        },
      },
    };
    expect((await paymentCalls(early).mbway(transactionId)).statusCode).toBe(200);
    const transaction = await stored(rig, transactionId);
    expect([transaction.status, transaction.attempts[0]?.state]).toEqual(['paid', 'ended']);
  });
});

describe('D20: a notification is refused, so that it is resent or checked, with', () => {
  test('404 when the transaction is ours by its id but does not exist', async () => {
    const transactionId = newTransactionId();
    const answer = await notify(dependencies, { transactionId, attempts: [] });
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([404, { error: 'transaction not found' }]);
  });

  test('404 for a bank account that the stage does not have', async () => {
    const notice = sibsNotification({ merchantTransactionId: 'x', bankId: 's2' });
    for (const account of ['other', '', '__proto__']) {
      expect((await receive(dependencies, notice, account)).statusCode).toBe(404);
    }
  });

  test('400 when it is not authentic: nothing changes, and the log has an error', async () => {
    const transaction = await pushed();
    const facts = {
      merchantTransactionId: checkoutId(transaction.transactionId),
      bankId: transaction.attempts[0]?.bankId ?? '',
    };
    const good = sibsNotification(facts);
    const tag = 'X-Authentication-Tag';
    const forgeries = [
      sibsNotification(facts, randomBytes(32)),
      { ...good, headers: { ...good.headers, [tag]: randomBytes(16).toString('base64') } },
      { ...good, rawBody: `${good.rawBody.slice(0, 8)}AAAA${good.rawBody.slice(12)}` },
      { ...good, rawBody: '' },
      { ...good, rawBody: '{"paymentStatus":"Success"}' },
    ];
    for (const forgery of forgeries) {
      const answer = await receive(dependencies, forgery);
      expect([answer.statusCode, Object.keys(JSON.parse(answer.body))]).toEqual([400, ['error']]);
    }
    // Anyone can cause them, so none is an error: an alarm counts many of them.
    expect(dependencies.lines.map(({ level, message }) => [level, message])).toEqual(
      forgeries.map(() => ['warn', 'bank notification rejected']),
    );
    expect(await stored(rig, transaction.transactionId)).toEqual(transaction);
  });

  test('400 when it has no header or no body', async () => {
    const event = apiEvent({ pathParameters: { account: 'main' }, authorizer: null });
    const bare = { ...event, headers: null as unknown as typeof event.headers };
    expect((await notification(dependencies)(bare)).statusCode).toBe(400);
  });

  test('and accepted when API Gateway passes the body in base64', async () => {
    const transaction = await pushed();
    const { headers, rawBody } = sibsNotification({
      merchantTransactionId: checkoutId(transaction.transactionId),
      bankId: transaction.attempts[0]?.bankId ?? '',
    });
    const event = apiEvent({ pathParameters: { account: 'main' }, authorizer: null });
    const body = Buffer.from(rawBody).toString('base64');
    await notification(dependencies)({
      ...event,
      headers: headers as Record<string, string>,
      body,
      isBase64Encoded: true,
    });
    expect(await summary(transaction)).toMatchObject({ status: 'paid' });
  });

  test('and its phone number is never logged (invariant 7)', async () => {
    await notify(dependencies, await pushed());
    expect(JSON.stringify(dependencies.lines)).not.toContain('912345678');
  });
});
