import { expect } from 'vitest';
import { hostedTest as test } from '../support/hosted-service.ts';

test('an Idempotency-Key reaches init through the gateway, and its repeat answers the first transaction', async ({
  hosted,
}) => {
  const shop = await hosted.shop();
  const headers = { 'Idempotency-Key': 'checkout-7' };
  const init = (body: unknown) => shop.call('POST', '/payments/init', { body, headers });
  const first = await init({ orderId: 'K-1', amount: 10.5 });
  expect(first.status).toBe(200);
  const repeated = await init({ currency: 'EUR', amount: 10.5, orderId: 'K-1' });
  expect([repeated.status, repeated.text]).toEqual([200, first.text]);
  const another = await init({ orderId: 'K-1', amount: 10.51 });
  expect(another.status).toBe(400);
  expect(another.json.error).toContain('Idempotency-Key');
  for (const both of [
    ['checkout-8', 'checkout-9'],
    ['checkout-8', 'checkout-8'],
  ]) {
    const twice = await shop.call('POST', '/payments/init', {
      body: { orderId: 'K-2', amount: 1 },
      headers: { 'Idempotency-Key': both },
    });
    expect([twice.status, twice.json.error]).toEqual([
      400,
      expect.stringMatching(/^Idempotency-Key must be sent once/),
    ]);
  }
});
