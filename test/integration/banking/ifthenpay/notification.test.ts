import { describe, expect } from 'vitest';
import { callbackQuery, IFTHENPAY, PUSH_ID, payPush } from '../../../rig/banks/scripted-ifthenpay.ts';
import { begunOn, callBack } from '../../../rig/payment-starts.ts';
import { calls, dependencies, rig, test } from '../../../rig/payments.ts';
import { stored } from '../../../rig/stored-payments.ts';

/** Starts a push or issues a reference; returns its id and the query of its callback. */
async function started(method: 'mbway' | 'multibanco') {
  const transactionId = await begunOn();
  expect((await calls[method](transactionId)).statusCode).toBe(200);
  const orderId = (await stored(rig, transactionId)).attempts[0]?.bankId ?? '';
  const query = (changed: Record<string, string> = {}) => callbackQuery(method, { orderId, ...changed });
  return { transactionId, query };
}

describe('a callback that is forged or incomplete', () => {
  test.each([
    ['without the key', { key: '' }],
    ['with another key', { key: 'f'.repeat(32) }],
    ['with the beginning of the key', { key: IFTHENPAY.antiPhishingKey.slice(0, -1) }],
  ])('%s is refused, is logged for the alarm and changes nothing; the key is not logged', async (_, changed) => {
    const { transactionId, query } = await started('mbway');
    payPush(rig.provider);
    expect((await callBack(query(changed))).statusCode).toBe(400);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending' });
    expect(dependencies.lines).toContainEqual(expect.objectContaining({ level: 'warn', detail: 'anti-phishing key' }));
  });

  test.each(['orderId', 'requestId', 'amount'])('authentic but without %s is refused', async (name) => {
    const { query } = await started('mbway');
    expect((await callBack(query({ [name]: '' }))).statusCode).toBe(400);
  });

  test('with an order id of our form and without a pointer is refused, to be resent', async () => {
    const answer = await callBack(callbackQuery('mbway', { orderId: 'w00000000000000' }));
    expect(answer.statusCode).toBe(404);
    expect(dependencies.lines).toContainEqual(expect.objectContaining({ level: 'error' }));
  });
});

test('no log line of these tests contains a key, a phone or a query', async () => {
  const { query } = await started('mbway');
  payPush(rig.provider);
  await callBack(query({ key: 'wrong-wrong-wrong-wrong' }));
  await callBack(query({ amount: 'x' }));
  await callBack(query());
  const log = JSON.stringify(dependencies.lines);
  for (const secret of ['wrong-wrong', ...Object.values(IFTHENPAY), '912345678', 'key=']) {
    expect(log).not.toContain(secret);
  }
  expect(log).toContain(PUSH_ID);
});

describe('the tester of ifthenpay’s back office', () => {
  const UNFILLED_URL = {
    key: '[ANTI_PHISHING_KEY]',
    orderId: '[ORDER_ID]',
    amount: '[AMOUNT]',
    requestId: '[REQUEST_ID]',
    payment_datetime: '[PAYMENT_DATETIME]',
    status: '[STATUS]',
    estado: '[ESTADO]',
  };

  test('sends the placeholders unfilled: acknowledged, and no forgery', async () => {
    expect((await callBack(UNFILLED_URL)).statusCode).toBe(200);
    expect(dependencies.lines).toMatchObject([{ level: 'info', account: 'ifthenpay-1' }]);
  });

  test('is not a callback whose key alone is unfilled: that one carries money and is refused', async () => {
    const { transactionId, query } = await started('multibanco');
    expect((await callBack(query({ key: '[ANTI_PHISHING_KEY]' }))).statusCode).toBe(400);
    expect(dependencies.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', detail: 'the anti-phishing key is not filled in' }),
    );
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending' });
  });
});
