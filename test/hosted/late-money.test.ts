import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { checkoutId } from '../../functions/banking/sibs/wire.ts';
import { names } from '../../lib/stacks/names.ts';
import { PUBLISHED, seal } from '../rig/banks/sealed-notification.ts';
import { eventually } from '../support/eventually.ts';
import { payloads } from './support/hook-receiver.ts';
import { hosted, hostedTest as test } from './support/hosted-test.ts';
import type { Shop } from './support/shop.ts';

let notificationKey: Buffer<ArrayBuffer>;
test.beforeAll(async () => {
  const secret = await hosted.readSecret(names.bankAccountSecret({ name: 'dev' }, 'sandbox'));
  notificationKey = Buffer.from((JSON.parse(secret) as { notificationKey: string }).notificationKey, 'base64');
});

interface Started {
  transactionId: string;
  bankId: string;
}

/** An unanswered push and its bank id. */
async function pushed(shop: Shop, orderId?: string): Promise<Started> {
  const transactionId = await shop.push(10.5, orderId);
  return { transactionId, bankId: (await hosted.detail(transactionId)).bank?.attempts[0]?.bankId ?? '' };
}

/** A notification in the bank's published form. */
function contentOf({ transactionId, bankId }: Started, report: object = {}) {
  return {
    ...PUBLISHED,
    transactionID: bankId,
    amount: { currency: 'EUR', value: 10.5 },
    merchant: { ...PUBLISHED.merchant, transactionId: checkoutId(transactionId) },
    internalTransactionId: `S${bankId}`.slice(0, 20),
    notificationID: randomUUID(),
    ...report,
  };
}

function post(content: object, key = notificationKey) {
  const { headers, rawBody } = seal(content, { key });
  const sent = { body: rawBody, headers: headers as Record<string, string> };
  return hosted.request('POST', '/api/bank/sandbox/notifications', sent);
}

async function notified(started: Started, report?: object): Promise<void> {
  const content = contentOf(started, report);
  expect(await post(content)).toMatchObject({
    status: 200,
    json: { statusCode: '000', statusMsg: 'Success', notificationID: content.notificationID },
  });
}

const TIMEOUT = { paymentStatus: 'Timeout' };
const DECLINED = { paymentStatus: 'Declined', returnStatus: { statusCode: 'E0500', statusMsg: 'Declined' } };
const deliveryStates = async ({ transactionId }: Started) =>
  (await hosted.deliveriesOf(transactionId)).map(({ state }) => state).join();

describe('D9, D14: money after the end, the late payment', () => {
  test.each([
    ['cancelled', TIMEOUT, 'payment.cancelled'],
    ['failed', DECLINED, 'payment.failed'],
  ])('moves %s to paid, and the merchant is notified of both in order', async (status, report, event) => {
    const shop = await hosted.shop();
    const started = await pushed(shop);
    await notified(started, report);
    await eventually(async () => (await deliveryStates(started)) === 'delivered');
    expect((await shop.status(started.transactionId)).json).toMatchObject({ status, paidAt: null });
    await notified(started);
    await eventually(async () => (await deliveryStates(started)) === 'delivered,delivered');
    expect((await shop.status(started.transactionId)).json).toMatchObject({
      status: 'paid',
      paidAt: '2026-03-12T10:48:44.000Z',
    });
    expect(payloads(shop.hook)).toMatchObject([
      { event, data: { id: started.transactionId, status, paidAt: null } },
      { event: 'payment.success', data: { id: started.transactionId, status: 'paid', amount: 10.5 } },
    ]);
    const detail = await hosted.detail(started.transactionId);
    expect(detail.exceptions).toMatchObject([
      { kind: 'late', state: 'open', bankId: started.bankId, expectedCents: 1_050, reportedCents: 1_050 },
    ]);
    const eventIds = shop.hook.requests.map(({ headers }) => headers.find(([name]) => name === 'webhook-id')?.[1]);
    expect(eventIds).toEqual(detail.settlements.map(({ eventId }) => eventId));
    expect(new Set(eventIds).size).toBe(2);
    // Repeated with the same and with another id: nothing changes (D20).
    const notificationID = randomUUID();
    for (const again of [report, {}, { notificationID }, { notificationID }, TIMEOUT, DECLINED]) {
      await notified(started, again);
    }
    const after = await hosted.detail(started.transactionId);
    expect([after.status, after.settlements, after.exceptions]).toEqual([
      'paid',
      detail.settlements,
      detail.exceptions,
    ]);
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
    const started = await pushed(shop);
    await notified(started, DECLINED);
    await notified(started);
    isSuperseded.resolve();
    await eventually(async () => (await deliveryStates(started)) === 'superseded,delivered');
    expect(payloads(shop.hook).filter(({ event }) => event === 'payment.success')).toHaveLength(1);
  });
});

test('D9: less than the amount, which the bank corrects to the amount under the same id, is the payment', async () => {
  const started = await pushed(await hosted.shop());
  await notified(started, { amount: { currency: 'EUR', value: 4 } });
  expect((await hosted.detail(started.transactionId)).exceptions).toMatchObject([{ kind: 'underpaid' }]);
  await notified(started);
  expect(await hosted.detail(started.transactionId)).toMatchObject({ status: 'paid', exceptions: [] });
});

test('D20: a notification that is sealed with another key is refused and changes nothing', async () => {
  const started = await pushed(await hosted.shop());
  const forged = await post(contentOf(started), randomBytes(32));
  expect(forged).toMatchObject({ status: 400, json: { error: 'not an authentic notification' } });
  expect(await hosted.detail(started.transactionId)).toMatchObject({ status: 'pending', exceptions: [] });
});

test('D1: of an order that is paid twice, webhooks are sent for both payments', async () => {
  const shop = await hosted.shop();
  const orderId = `LM-${randomUUID()}`;
  for (const started of [await pushed(shop, orderId), await pushed(shop, orderId)]) {
    await notified(started);
    await eventually(async () => (await deliveryStates(started)) === 'delivered');
  }
  expect(payloads(shop.hook).map(({ event }) => event)).toEqual(['payment.success', 'payment.success']);
});

describe('D9: a refund reported by the bank', () => {
  test('is recorded with the payment, which stays paid, and sends no webhook', async () => {
    const shop = await hosted.shop();
    const started = await pushed(shop);
    await notified(started);
    await eventually(async () => (await deliveryStates(started)) === 'delivered');
    const refund = {
      transactionID: `${started.bankId}R`,
      paymentType: 'RFND',
      amount: { currency: 'EUR', value: 4 },
      originalTransaction: { id: started.bankId },
    };
    for (const _ of [1, 2]) await notified(started, refund);
    const { refunds, status, settlements, exceptions } = await hosted.detail(started.transactionId);
    expect(refunds).toMatchObject([{ kind: 'refund', amount: 4, originalBankId: started.bankId }]);
    expect([status, settlements.length, exceptions, shop.hook.requests.length]).toEqual(['paid', 1, [], 1]);
  });
});
