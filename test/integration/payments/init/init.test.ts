import { describe, expect } from 'vitest';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { paymentCalls } from '../../../rig/payment-calls.ts';
import { calls, dependenciesOf, rig, test } from '../../../rig/payments.ts';
import { stored } from '../../../rig/stored-payments.ts';

describe('§4.1: init', () => {
  test('answers 200 with exactly transactionId, amount and currency', async () => {
    const answered = await calls.init({ orderId: 'ORDER-1', amount: 10.5, currency: 'EUR' });
    expect(answered.statusCode).toBe(200);
    expect(answered.body).toEqual({
      transactionId: expect.stringMatching(/^tx_[0-9a-hjkmnp-tv-z]{24}$/),
      amount: 10.5,
      currency: 'EUR',
    });
  });

  test('creates the transaction in pending, without a method, due at the end of a push (D5, D10)', async () => {
    const { body } = await calls.init({ orderId: 'ORDER-1', amount: 10.5 });
    expect(await stored(rig, String(body.transactionId))).toEqual({
      transactionId: body.transactionId,
      merchantId: 'mer_a',
      externalOrderId: 'ORDER-1',
      amountCents: 1_050,
      status: 'pending',
      createdAt: NOW_MS,
      paymentMethod: null,
      bankAccount: 'main',
      attempts: [],
      settlements: [],
      dueAt: NOW_MS + 300_000,
    });
  });

  test('has the default currency EUR (§8.6, D3) and accepts an orderId any number of times (D1)', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => calls.init({ orderId: 'SAME', amount: 1 })));
    expect(answers.map(({ body }) => body.currency)).toEqual(['EUR', 'EUR', 'EUR']);
    expect(new Set(answers.map(({ body }) => body.transactionId)).size).toBe(3);
  });

  test('never calls the bank', async () => {
    await calls.init({ orderId: 'ORDER-1', amount: 1 });
    expect(rig.sibs.seen).toEqual([]);
  });

  test('ignores unknown fields, __proto__ among them (D4)', async () => {
    const body =
      '{"orderId":"a","amount":1,"__proto__":{"currency":"USD"},"constructor":1,"status":"paid","merchantId":"mer_b"}';
    const answered = await calls.init(body);
    expect(answered.statusCode).toBe(200);
    expect(await stored(rig, String(answered.body.transactionId))).toMatchObject({
      status: 'pending',
      merchantId: 'mer_a',
    });
  });

  test.each([
    ['0.01', '0.01'],
    ['10.00', '10'],
    ['1050e-2', '10.5'],
    ['99999.99', '99999.99'],
    ['0.30000000000000004', '0.3'],
  ])('returns the amount %s unchanged, also in the status (invariant 6)', async (amount, answered) => {
    const { body, text } = await calls.init(`{"orderId":"a","amount":${amount}}`);
    expect(text).toContain(`"amount":${answered},`);
    expect((await calls.status(String(body.transactionId))).text).toContain(`"amount":${answered},`);
  });
});

describe('D17: every answer has', () => {
  test('the request id, the state of the rate limit, and `Cache-Control: no-store`', async () => {
    const answered = await calls.init({ orderId: 'a', amount: 1 }, { requestId: 'request-7' });
    expect(answered.headers).toEqual({
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': 'request-7',
      'X-RateLimit-Limit': '30',
      'X-RateLimit-Remaining': '29',
      'X-RateLimit-Reset': '60',
    });
  });

  test('the request id without the rate limit when metering failed (D15)', async () => {
    const authorizer = { merchantId: 'mer_a', bankAccount: 'main' };
    const answered = await calls.init({ orderId: 'a', amount: 1 }, { authorizer });
    expect(answered.statusCode).toBe(200);
    expect(Object.keys(answered.headers).sort()).toEqual(['Cache-Control', 'Content-Type', 'X-Request-Id']);
  });

  test('the same on an error', async () => {
    const { statusCode, headers } = await calls.init({});
    expect(statusCode).toBe(400);
    expect(headers).toMatchObject({ 'X-Request-Id': 'request-1', 'X-RateLimit-Remaining': '29' });
  });
});

test('§7 500: an internal error is 500 and reveals no detail', async () => {
  const dependencies = dependenciesOf(rig);
  const create = async () => Promise.reject(new Error('table payments-prod away, phone 912345678'));
  const broken = paymentCalls({ ...dependencies, transactions: { ...dependencies.transactions, create } });
  const answered = await broken.init({ orderId: 'a', amount: 1 });
  expect([answered.statusCode, answered.body]).toEqual([500, { error: 'internal error of the service' }]);
  expect(answered.headers['X-Request-Id']).toBe('request-1');
});

describe('D15: a call that API Gateway should have refused', () => {
  test('is answered 429 with Retry-After when the usage plan admitted it', async () => {
    const authorizer = { limited: 'true', retryAfter: '17' };
    const answered = await calls.init({ orderId: 'a', amount: 1 }, { authorizer });
    expect([answered.statusCode, answered.headers['Retry-After']]).toEqual([429, '17']);
    expect(answered.body).toEqual({ error: expect.stringContaining('rate limit exceeded') });
  });

  test('is answered 429 before anything else is checked (D16)', async () => {
    const answered = await calls.init('no json', { authorizer: { limited: 'true' } });
    expect([answered.statusCode, answered.headers['Retry-After']]).toEqual([429, '60']);
  });

  test.each<Record<string, string> | null>([null, {}, { remaining: '3', reset: '9' }])(
    'is answered 401 when it names no merchant: %o',
    async (authorizer) => {
      const answered = await calls.init({ orderId: 'a', amount: 1 }, { authorizer });
      expect(answered.statusCode).toBe(401);
      expect(answered.body).toEqual({ error: expect.stringContaining('Authorization') });
    },
  );
});
