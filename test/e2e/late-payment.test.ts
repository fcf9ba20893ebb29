import { randomBytes, randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { checkoutId } from '../../functions/banking/sibs/wire.ts';
import { names } from '../../lib/stacks/names.ts';
import { PUBLISHED, seal } from '../support/banks/sealed-notification.ts';
import { eventually } from '../support/eventually.ts';
import { type HostedService, hostedTest as test } from '../support/hosted-service.ts';
import { payloads } from './support/hook-receiver.ts';
import type { Shop } from './support/shop.ts';

let hosted: HostedService;
let notificationKey: Buffer<ArrayBuffer>;
test.beforeAll(async ({ hosted: shared }) => {
  hosted = shared;
  const secret = await hosted.readSecret(names.bankAccountSecret({ name: 'dev' }, 'sandbox'));
  notificationKey = Buffer.from((JSON.parse(secret) as { notificationKey: string }).notificationKey, 'base64');
});

interface Money {
  transactionId: string;
  bankId: string;
  amount?: number;
  notificationId?: string;
}

/** A notification of a paid push in SIBS's published form. */
function paidNotification({ transactionId, bankId, amount = 10.5, notificationId = randomUUID() }: Money) {
  return {
    ...PUBLISHED,
    transactionID: bankId,
    amount: { currency: 'EUR', value: amount },
    merchant: { ...PUBLISHED.merchant, transactionId: checkoutId(transactionId) },
    notificationID: notificationId,
  };
}

function post(content: unknown, key = notificationKey) {
  const { headers, rawBody } = seal(content, { key });
  return hosted.request('POST', '/api/bank/sandbox/notifications', {
    body: rawBody,
    headers: headers as Record<string, string>,
  });
}

/** A push that the customer has rejected, and its bank id. */
async function rejected(shop: Shop): Promise<{ transactionId: string; bankId: string }> {
  const transactionId = await shop.init(10.5, 'L-1');
  expect((await shop.mbway(transactionId, '910000002')).status).toBe(200);
  await hosted.control('POST', `/payments/${transactionId}/reject`);
  const { bank } = await eventually(async () => {
    const detail = await hosted.detail(transactionId);
    return detail.status === 'failed' && detail;
  });
  return { transactionId, bankId: bank?.attempts[0]?.bankId ?? '' };
}

const deliveryStates = async (transactionId: string) =>
  (await hosted.detail(transactionId)).settlements.map(({ delivery }) => delivery.state);

describe('D9: money after a refusal, the late payment', () => {
  test('D9, D14: moves failed to paid with a second event, both delivered, and an exception for finance', async () => {
    const shop = await hosted.shop();
    const { transactionId, bankId } = await rejected(shop);
    await eventually(() => shop.hook.requests.length === 1);
    const notification = paidNotification({ transactionId, bankId });
    const taken = await post(notification);
    expect(taken).toMatchObject({
      status: 200,
      json: { statusCode: '000', statusMsg: 'Success', notificationID: notification.notificationID },
    });
    await eventually(async () => (await deliveryStates(transactionId)).join() === 'delivered,delivered');

    const paidAt = '2026-03-12T10:48:44.000Z';
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'paid', paymentMethod: 'MBWAY', paidAt });
    expect(payloads(shop.hook)).toMatchObject([
      { event: 'payment.failed', data: { id: transactionId, status: 'failed', paidAt: null } },
      { event: 'payment.success', data: { id: transactionId, status: 'paid', paidAt, amount: 10.5 } },
    ]);
    const eventIds = shop.hook.requests.map(({ headers }) => headers.find(([name]) => name === 'webhook-id')?.[1]);
    const detail = await hosted.detail(transactionId);
    expect(eventIds).toEqual(detail.settlements.map(({ eventId }) => eventId));
    expect(new Set(eventIds).size).toBe(2);
    expect(detail.exceptions).toMatchObject([
      { kind: 'late', state: 'open', bankId, expectedCents: 1_050, receivedCents: 1_050 },
    ]);

    // Repeated with the same and with another id: nothing changes (D20).
    expect((await post(notification)).status).toBe(200);
    expect((await post(paidNotification({ transactionId, bankId }))).status).toBe(200);
    const after = await hosted.detail(transactionId);
    expect(after.settlements.map(({ eventId }) => eventId)).toEqual(eventIds);
    expect(after.exceptions).toEqual(detail.exceptions);
    expect(shop.hook.requests).toHaveLength(2);
  });

  test('D14, invariant 3: supersedes the refusal while its delivery is still being retried', async () => {
    const shop = await hosted.shop();
    const isSuccess = () => payloads(shop.hook).at(-1)?.event === 'payment.success';
    const isSuperseded = Promise.withResolvers<void>();
    shop.hook.answers = async () => {
      if (isSuccess()) return { status: 200 };
      // No attempt at the refusal ends before the money has come.
      await isSuperseded.promise;
      return { status: 500 };
    };
    const { transactionId, bankId } = await rejected(shop);
    await post(paidNotification({ transactionId, bankId }));
    isSuperseded.resolve();
    await eventually(async () => (await deliveryStates(transactionId)).join() === 'superseded,delivered');
    expect(payloads(shop.hook).filter(({ event }) => event === 'payment.success')).toHaveLength(1);
  });
});

describe('D20: a notification that does not match', () => {
  test('sealed with another key is refused and changes nothing', async () => {
    const shop = await hosted.shop();
    const { transactionId, bankId } = await rejected(shop);
    const forged = await post(paidNotification({ transactionId, bankId }), randomBytes(32));
    expect(forged).toMatchObject({ status: 400, json: { error: 'not an authentic notification' } });
    expect(await hosted.detail(transactionId)).toMatchObject({ status: 'failed', exceptions: [] });
  });

  test('of a missing transaction with an id of ours is refused, so that it is resent', async () => {
    const notification = paidNotification({ transactionId: 'tx_0123456789abcdefghjkmnpq', bankId: 'bank-1' });
    expect(await post(notification)).toMatchObject({ status: 404, json: { error: 'transaction not found' } });
  });

  test('of an unknown payment is acknowledged and recorded for finance', async () => {
    const bankId = randomUUID();
    const notification = { ...PUBLISHED, transactionID: bankId };
    expect(await post(notification)).toMatchObject({
      status: 200,
      json: { notificationID: notification.notificationID },
    });
    const { Items } = await hosted.client.send(
      new QueryCommand({
        TableName: hosted.transactionsTable,
        KeyConditionExpression: 'transactionId = :id',
        ExpressionAttributeValues: { ':id': { S: `foreign_${bankId}` } },
        ConsistentRead: true,
      }),
    );
    expect(Items).toEqual([
      expect.objectContaining({ kind: { S: 'unknown-payment' }, state: { S: 'open' }, receivedCents: { N: '1590' } }),
    ]);
  });

  test('of less money than requested, which the bank does not confirm, pays nothing', async () => {
    const shop = await hosted.shop();
    const transactionId = await shop.init(10.5);
    await shop.mbway(transactionId, '910000002');
    const bankId = (await hosted.detail(transactionId)).bank?.attempts[0]?.bankId ?? '';
    expect((await post(paidNotification({ transactionId, bankId, amount: 10.49 }))).status).toBe(200);
    const detail = await hosted.detail(transactionId);
    expect(detail).toMatchObject({ status: 'pending', settlements: [], exceptions: [{ kind: 'underpaid' }] });
    expect((await hosted.control('POST', `/payments/${transactionId}/approve`)).status).toBe(200);
    await eventually(() => payloads(shop.hook).find(({ event }) => event === 'payment.success'));
  });
});
