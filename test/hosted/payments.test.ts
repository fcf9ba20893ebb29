import { describe, expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { payloads } from './support/hook-receiver.ts';
import { hosted, hostedTest as test } from './support/hosted-test.ts';
import type { Shop } from './support/shop.ts';

let logged: number;
test.beforeAll(() => {
  logged = hosted.log.length;
});

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The simulated customers act 2 s after the push. */
const customersAct = () => hosted.host.advance(2_000);

/** Waits until the transaction has left `pending`, and returns its status body. */
function settled(shop: Shop, transactionId: string): Promise<Record<string, unknown>> {
  return eventually(async () => {
    // Reads as an operator: polling the API could exceed the limit of 30 a minute on a slow machine.
    const { status } = await hosted.detail(transactionId);
    return status !== 'pending' && (await shop.status(transactionId)).json;
  });
}

describe('a payment by MB WAY', () => {
  test('§4.1, §4.2, §4.4: is created, pushed and paid, with the status of the first row of the table', async () => {
    const shop = await hosted.shop();
    const created = await shop.call('POST', '/payments/init', { body: { orderId: 'A-1', amount: 10.5 } });
    expect(created.status).toBe(200);
    expect(Object.keys(created.json)).toEqual(['transactionId', 'amount', 'currency']);
    expect(created.json).toMatchObject({ amount: 10.5, currency: 'EUR' });
    const transactionId = String(created.json.transactionId);

    const fresh = await shop.status(transactionId);
    expect(fresh.json).toMatchObject({ status: 'pending', paymentMethod: null, paidAt: null });

    const pushed = await shop.mbway(transactionId, '910000002');
    expect(pushed.status).toBe(200);
    expect(Object.keys(pushed.json)).toEqual(['success', 'message']);
    expect(pushed.json.success).toBe(true);
    expect(pushed.json.message).toContain('4 minutes');
    expect(pushed.text).not.toContain('910000002');
    const requestIds = [created, fresh, pushed].map(({ headers }) => headers['x-request-id']);
    expect(new Set(requestIds).size).toBe(3);
    for (const { headers } of [created, fresh, pushed]) expect(headers['content-type']).toBe('application/json');
    expect((await shop.mbway(transactionId, '910000002')).text).toBe(pushed.text);

    expect((await hosted.control('POST', `/payments/${transactionId}/approve`)).status).toBe(200);
    const paid = await settled(shop, transactionId);
    expect(Object.keys(paid)).toEqual([
      'transactionId',
      'externalOrderId',
      'status',
      'paymentMethod',
      'amount',
      'currency',
      'paidAt',
    ]);
    expect(paid).toEqual({
      transactionId,
      externalOrderId: 'A-1',
      status: 'paid',
      paymentMethod: 'MBWAY',
      amount: 10.5,
      currency: 'EUR',
      paidAt: expect.stringMatching(ISO_TIME),
    });
    const seen = await hosted.control('GET', `/payments/${transactionId}`);
    expect(seen.json).toEqual({ pushes: 1, references: 0, status: 'Success' });
  });

  test('§3, §6.1: rejected by the customer it ends failed, unpaid and notified by payment.failed', async () => {
    const shop = await hosted.shop();
    const transactionId = await shop.init(3, 'A-2');
    expect((await shop.mbway(transactionId, '910000001')).status).toBe(200);
    await customersAct();
    expect(await settled(shop, transactionId)).toMatchObject({
      status: 'failed',
      paymentMethod: 'MBWAY',
      paidAt: null,
    });
    expect(payloads(await sent(shop))).toMatchObject([
      { event: 'payment.failed', data: { id: transactionId, status: 'failed', paidAt: null } },
    ]);
    const again = await shop.mbway(transactionId, '910000000');
    expect(again).toMatchObject({ status: 400, json: { error: expect.stringContaining('already failed') } });
  });

  test('§4.2, §8.3, D10: unanswered it is cancelled within 90 s after window and grace, with a webhook', async () => {
    const shop = await hosted.shop();
    const transactionId = await shop.push(3, 'A-3');
    await hosted.host.advance(230_000);
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending' });
    expect(shop.hook.requests).toEqual([]);
    expect(await hosted.host.advance(160_000)).toMatchObject({ quiet: true });
    expect((await shop.status(transactionId)).json).toMatchObject({
      status: 'cancelled',
      paymentMethod: 'MBWAY',
      paidAt: null,
    });
    expect(payloads(shop.hook)).toMatchObject([
      { event: 'payment.cancelled', data: { id: transactionId, status: 'cancelled', paidAt: null } },
    ]);
  });

  test('D7: a phone that is not registered is 400 naming phoneNumber; another phone then pays', async () => {
    const shop = await hosted.shop();
    const transactionId = await shop.init(4.2);
    const refused = await shop.mbway(transactionId, '910000003');
    expect(refused.status).toBe(400);
    expect(refused.json.error).toContain('phoneNumber');
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending', paymentMethod: null });
    expect((await shop.mbway(transactionId, '910000000')).status).toBe(200);
    await customersAct();
    expect(await settled(shop, transactionId)).toMatchObject({ status: 'paid', amount: 4.2 });
    expect(payloads(await sent(shop))).toHaveLength(1);
  });

  test('D6: while a customer has not answered, no second push is sent, and a later approval pays', async () => {
    const shop = await hosted.shop();
    const transactionId = await shop.init(7);
    const [first, second] = await Promise.all([
      shop.mbway(transactionId, '910000002'),
      shop.mbway(transactionId, '910000002'),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const other = await shop.mbway(transactionId, '919999999');
    expect(other).toMatchObject({ status: 400, json: { error: expect.stringContaining('phoneNumber') } });
    const reference = await shop.call('POST', '/payments/multibanco', { body: { transactionId } });
    expect(reference.status).toBe(400);
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending', paymentMethod: 'MBWAY' });
    const approved = await hosted.control('POST', `/payments/${transactionId}/approve`);
    expect(approved.status).toBe(200);
    expect(await settled(shop, transactionId)).toMatchObject({ status: 'paid' });
    const seen = await hosted.control('GET', `/payments/${transactionId}`);
    expect(seen.json).toEqual({ pushes: 1, references: 0, status: 'Success' });
  });
});

test('an Idempotency-Key reaches init through the gateway, and its repeat answers the first transaction', async () => {
  const shop = await hosted.shop();
  const init = (body: object) =>
    shop.call('POST', '/payments/init', { body, headers: { 'Idempotency-Key': 'checkout-7' } });
  const first = await init({ orderId: 'K-1', amount: 10.5 });
  expect(first.status).toBe(200);
  const repeated = await init({ currency: 'EUR', amount: 10.5, orderId: 'K-1' });
  expect([repeated.status, repeated.text]).toEqual([200, first.text]);
  const another = await init({ orderId: 'K-1', amount: 10.51 });
  expect(another).toMatchObject({ status: 400, json: { error: expect.stringContaining('Idempotency-Key') } });
});

describe('a payment by reference', () => {
  test('§4.3, §4.4: is issued, pending with mb as in the second row, and paid at the bank', async () => {
    const shop = await hosted.shop();
    const transactionId = await shop.init(99.99, 'B-1');
    const issued = await shop.call('POST', '/payments/multibanco', { body: { transactionId } });
    expect(issued.status).toBe(200);
    expect(Object.keys(issued.json)).toEqual(['entity', 'reference', 'amount', 'expiresAt']);
    const { entity, reference, expiresAt } = issued.json;
    expect(issued.json).toEqual({
      entity: expect.stringMatching(/^\d{5}$/),
      reference: expect.stringMatching(/^\d{9}$/),
      amount: 99.99,
      expiresAt: expect.stringMatching(ISO_TIME),
    });
    expect(Date.parse(String(expiresAt))).toBeGreaterThan(hosted.host.nowMs());
    const again = await shop.call('POST', '/payments/multibanco', { body: { transactionId } });
    expect(again.text).toBe(issued.text);

    const pending = (await shop.status(transactionId)).json;
    expect(pending).toEqual({
      transactionId,
      externalOrderId: 'B-1',
      status: 'pending',
      paymentMethod: 'REFERENCE',
      amount: 99.99,
      currency: 'EUR',
      paidAt: null,
      mb: { entity, reference, expiresAt },
    });
    expect(Object.keys(pending).at(-1)).toBe('mb');

    expect((await hosted.control('POST', `/references/${entity}/${reference}/pay`)).status).toBe(200);
    expect(await settled(shop, transactionId)).toMatchObject({
      status: 'paid',
      paymentMethod: 'REFERENCE',
      paidAt: expect.stringMatching(ISO_TIME),
      mb: { entity, reference, expiresAt },
    });
    const [event] = payloads(await sent(shop));
    expect(event).toMatchObject({ event: 'payment.success', data: { paymentMethod: 'REFERENCE', amount: 99.99 } });
    expect(event?.data).not.toHaveProperty('mb');
  });
});

// References in paths, one in ten of which begins with 9, and fractions of durations are not phone numbers.
const PHONE_NUMBER = /(?<!\/references\/\d{5}\/|\d\.)\b9[0-9]{8}\b/;

test('invariant 7: no log line contains a key, a secret or a phone number', async () => {
  const shop = await hosted.shop();
  expect((await shop.mbway(await shop.init(10.5, 'LOGGED'), '910000000')).status).toBe(200);
  await sent(shop);
  const lines = hosted.log.slice(logged).map((entry) => JSON.stringify(entry));
  for (const logged of ['webhook attempted', 'bank notification', '/payments/mbway'])
    expect(lines.filter((line) => line.includes(logged))).not.toEqual([]);
  expect(lines.filter((line) => /sk_[\w-]{20}|whsec_|Bearer|Digest/.test(line) || PHONE_NUMBER.test(line))).toEqual([]);
});

async function sent(shop: Shop) {
  await eventually(() => shop.hook.requests.length > 0);
  return shop.hook;
}
