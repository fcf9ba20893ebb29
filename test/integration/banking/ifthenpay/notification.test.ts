import { expect } from 'vitest';
import { callbackQuery, IFTHENPAY, PUSH_ID, payPush } from '../../../rig/banks/scripted-ifthenpay.ts';
import { begunOn, callBack } from '../../../rig/payment-starts.ts';
import { calls, dependencies, rig, test } from '../../../rig/payments.ts';
import { stored } from '../../../rig/stored-payments.ts';

/** Starts a push, which its payer pays; returns its id and the query of its callback. */
async function paidPush() {
  const transactionId = await begunOn();
  expect((await calls.mbway(transactionId)).statusCode).toBe(200);
  payPush(rig.provider);
  const orderId = (await stored(rig, transactionId)).attempts[0]?.bankId ?? '';
  const query = (changed: Record<string, string> = {}) => callbackQuery('mbway', { orderId, ...changed });
  return { transactionId, query };
}

test('a callback that is forged is refused, is logged for the alarm and changes nothing', async () => {
  const { transactionId, query } = await paidPush();
  expect((await callBack(query({ key: 'f'.repeat(32) }))).statusCode).toBe(400);
  expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending' });
  expect(dependencies.lines).toContainEqual(expect.objectContaining({ level: 'warn', detail: 'anti-phishing key' }));
});

test('a callback with an order id of our form and without a pointer is refused, to be resent', async () => {
  const answer = await callBack(callbackQuery('mbway', { orderId: 'w00000000000000' }));
  expect(answer.statusCode).toBe(404);
  expect(dependencies.lines).toContainEqual(expect.objectContaining({ level: 'error' }));
});

test('the unfilled callback of the back office’s tester is acknowledged', async () => {
  const unfilled = { key: '[ANTI_PHISHING_KEY]', orderId: '[ORDER_ID]', amount: '[AMOUNT]', requestId: '[REQUEST_ID]' };
  expect((await callBack(unfilled)).statusCode).toBe(200);
  expect(dependencies.lines).toMatchObject([{ level: 'info', account: 'ifthenpay-1' }]);
});

test('no log line of a callback contains a key, a phone or a query', async () => {
  const { query } = await paidPush();
  await callBack(query({ key: 'wrong-wrong-wrong-wrong' }));
  await callBack(query({ amount: 'x' }));
  await callBack(query());
  const log = JSON.stringify(dependencies.lines);
  for (const secret of ['wrong-wrong', ...Object.values(IFTHENPAY), '912345678', 'key=']) {
    expect(log).not.toContain(secret);
  }
  expect(log).toContain(PUSH_ID);
});
