import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type HookRequest, payloads } from './support/hook-receiver.ts';
import { hosted, hostedTest as test } from './support/hosted-test.ts';
import type { Shop } from './support/shop.ts';

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A paid transaction and the first request that its shop's endpoint got for it. */
async function paidWebhook(shop: Shop, amount: number, orderId: string) {
  const transactionId = await shop.paid(amount, orderId);
  const request = await eventually(() => shop.hook.requests[0]);
  return { transactionId, request };
}

const headerOf = ({ headers }: HookRequest, wanted: string) => headers.find(([name]) => name === wanted)?.[1] ?? '';

describe('a received webhook', () => {
  test('§6.2, D14: is a POST, and its headers have the values of the specification', async () => {
    const shop = await hosted.shop();
    const { request } = await paidWebhook(shop, 10.5, 'C-1');
    expect(request.method).toBe('POST');
    expect(headerOf(request, 'Content-Type')).toBe('application/json');
    expect(headerOf(request, 'User-Agent')).toBe('Service-Webhook/1.0');
    expect(headerOf(request, 'X-Service-Event')).toBe('payment.success');
    expect(headerOf(request, 'X-Service-Signature')).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(headerOf(request, 'Content-Length')).toBe(String(request.body.length));
    const ofHttp = ['Host', 'Connection', 'Content-Length', 'Accept-Encoding'];
    const names = request.headers.map(([name]) => name).filter((name) => !ofHttp.includes(name));
    expect(names.sort()).toEqual([
      ...['Content-Type', 'User-Agent', 'X-Service-Event', 'X-Service-Signature'],
      ...['webhook-id', 'webhook-signature', 'webhook-timestamp'],
    ]);
  });

  test('§5.2.2, D14: openssl and the library of Standard Webhooks compute its signatures, with a Unicode order id', async () => {
    const shop = await hosted.shop();
    const { transactionId, request } = await paidWebhook(shop, 12, 'Encomenda nº 7 ☕ "/\\" 👩‍🍳');
    const { body } = request;
    const { webhookSecret } = shop.account;
    const ofOpenssl = execFileSync('openssl', ['dgst', '-sha256', '-hmac', webhookSecret, '-r'], { input: body });
    expect(headerOf(request, 'X-Service-Signature')).toBe(`sha256=${String(ofOpenssl).slice(0, 64)}`);
    const eventId = headerOf(request, 'webhook-id');
    const sentAt = new Date(Number(headerOf(request, 'webhook-timestamp')) * 1_000);
    expect(Math.abs(hosted.host.nowMs() - sentAt.getTime())).toBeLessThan(300_000);
    expect(new Webhook(webhookSecret).sign(eventId, sentAt, body.toString())).toBe(
      headerOf(request, 'webhook-signature'),
    );

    // The text of `GET /events` has the same bytes, and so the same signature.
    const { json } = await eventually(async () => {
      const answer = await shop.call('GET', '/events', { localAddress: hosted.nextAddress() });
      return answer.text.includes('"delivered"') && answer;
    });
    const [event] = json.recent as [{ body: string }];
    expect(event).toEqual({ eventId, transactionId, delivery: 'delivered', body: body.toString() });
    const again = createHmac('sha256', webhookSecret).update(event.body).digest('hex');
    expect(headerOf(request, 'X-Service-Signature')).toBe(`sha256=${again}`);
  });

  test('§6.3, D21: the payload has exactly the named keys, and agrees with the status', async () => {
    const shop = await hosted.shop();
    const orderId = 'Encomenda nº 7 ☕ "/\\" 👩‍🍳';
    const { transactionId } = await paidWebhook(shop, 10.5, orderId);
    const [payload] = payloads(shop.hook);
    const status = (await shop.status(transactionId)).json;
    expect(payload).toEqual({
      event: 'payment.success',
      timestamp: expect.stringMatching(ISO_TIME),
      data: {
        id: transactionId,
        externalOrderId: orderId,
        amount: 10.5,
        currency: 'EUR',
        paymentMethod: 'MBWAY',
        status: 'paid',
        paidAt: status.paidAt,
      },
    });
    expect(status.paidAt).toEqual(expect.stringMatching(ISO_TIME));
  });

  test.each([
    ['0.1 + 0.2', 0.1 + 0.2, '0.3'],
    ['99999.99', 99_999.99, '99999.99'],
    ['1.15', 1.15, '1.15'],
  ])('invariant 6: the amount %s is unchanged from init to the payload', async (_text, amount, written) => {
    const shop = await hosted.shop();
    const created = await shop.call('POST', '/payments/init', { body: { orderId: 'C-5', amount } });
    expect(created.text).toContain(`"amount":${written},`);
    const { transactionId, request } = await paidWebhook(shop, amount, 'C-5');
    expect((await shop.status(transactionId)).text).toContain(`"amount":${written},`);
    expect(request.body.toString()).toContain(`"amount":${written},`);
  });
});
