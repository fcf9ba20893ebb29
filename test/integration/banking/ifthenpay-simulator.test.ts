import { describe, expect } from 'vitest';
import { simulated, simulatedTest } from './simulated-bank.ts';

const test = simulatedTest('ifthenpay');

const PUSH = { mbWayKey: 'ABC-1', orderId: 'w123', amount: '10.50', mobileNumber: '351#910000002', description: '' };
const REFERENCE = { mbKey: 'MBK-1', orderId: 'r123', amount: '10.50', expiryDays: 3 };

async function post(path: string, body: object, base = '/ifthenpay') {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(simulated.url + base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const push = (changed: object = {}, base?: string) => post('/spg/payment/mbway', { ...PUSH, ...changed }, base);
const issue = (changed: object = {}) => post('/multibanco/reference/init', { ...REFERENCE, ...changed });
async function statusOf(requestId: unknown, mbWayKey = 'ABC-1') {
  const query = new URLSearchParams({ mbWayKey, requestId: String(requestId) });
  const answer = await fetch(`${simulated.url}/ifthenpay/spg/payment/mbway/status?${query}`);
  return (await answer.json()) as Record<string, unknown>;
}

describe('the simulated ifthenpay', () => {
  test.each(['/ifthenpay', '/ifthenpay/api'])('answers a push with 000 and Pending, at %s', async (base) => {
    expect(await push({}, base)).toEqual({
      status: 200,
      body: {
        Amount: '10.50',
        Message: 'Pending',
        OrderId: 'w123',
        RequestId: expect.stringMatching(/^[0-9a-z]{20}$/),
        Status: '000',
      },
    });
  });

  test('answers 000 for waiting at the start and for paid in the status, like the provider', async () => {
    const { body } = await push({ mobileNumber: '351#910000000' });
    expect(await statusOf(body.RequestId)).toMatchObject({ Status: '123', Message: 'Pending' });
    await simulated.pass(2_000);
    expect(await statusOf(body.RequestId)).toEqual({
      CreatedAt: '01-07-2026 11:00:00',
      Message: 'Success',
      RequestId: body.RequestId,
      Status: '000',
      UpdateAt: '01-07-2026 11:00:02',
    });
  });

  test('can have a status that is later than its callback', async () => {
    simulated.reset();
    const { body } = await push({ mobileNumber: '351#910000012' });
    await simulated.pass(2_000);
    expect(simulated.notifications()).toMatchObject([{ query: { requestId: body.RequestId, amount: '10.50' } }]);
    expect(await statusOf(body.RequestId)).toMatchObject({ Status: '123' });
    await simulated.pass(60_000);
    expect(await statusOf(body.RequestId)).toMatchObject({ Status: '000' });
  });

  test.each<[string, object]>([
    ['an order id of 16 characters', { orderId: 'w123456789012345' }],
    ['an amount without two decimals', { amount: '10.5' }],
    ['an amount as a number', { amount: 10.5 }],
    ['an amount of zero', { amount: '0.00' }],
    ['a phone without its country', { mobileNumber: '910000000' }],
  ])('refuses a push with %s', async (_, changed) => {
    expect((await push(changed)).status).toBe(400);
  });

  test.each<[string, object]>([
    ['an order id of 26 characters', { orderId: 'r'.repeat(26) }],
    ['a validity that is not listed', { expiryDays: 40 }],
  ])('refuses a reference with %s', async (_, changed) => {
    expect((await issue(changed)).status).toBe(400);
  });

  test('accepts no other key', async () => {
    expect((await push({ mbWayKey: 'ABC-0' })).body).toMatchObject({ Status: '-1' });
    expect((await issue({ mbKey: 'MBK-0' })).body).toMatchObject({ Status: '-1' });
    const { body } = await push();
    expect(await statusOf(body.RequestId, 'ABC-2')).toMatchObject({ Status: '123', Message: 'Not found' });
    expect((await post('/v2/payments/read', { boKey: '0', orderId: 'w123' })).body).toMatchObject({ status: 403 });
  });

  test('lists the payments of an order id only', async () => {
    const { body } = await push({ orderId: 'wlisted', mobileNumber: '351#910000000' });
    const list = async (boKey: string) =>
      (await post('/v2/payments/read', { boKey, orderId: 'wlisted' })).body.payments;
    expect(await list('0000-1')).toEqual([]);
    await simulated.pass(2_000);
    expect(await list('0000-1')).toMatchObject([{ amount: 10.5, entity: 'MBWAY', requestId: body.RequestId }]);
    expect(await list('0000-2')).toEqual([]);
  });
});
