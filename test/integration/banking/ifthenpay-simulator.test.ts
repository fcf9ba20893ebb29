import { describe, expect } from 'vitest';
import { simulated, simulatedTest } from '../../fixtures/simulator/over-http.ts';

const test = simulatedTest('ifthenpay');

const PUSH = {
  mbWayKey: 'ABC-123456',
  orderId: 'w123',
  amount: '10.50',
  mobileNumber: '351#910000002',
  description: '',
};
const REFERENCE = { mbKey: 'MBK-000000', orderId: 'r123', amount: '10.50', expiryDays: 3 };

async function post(path: string, body: object, base = '/ifthenpay') {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(simulated.url + base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const push = (changed: object = {}, base?: string) => post('/spg/payment/mbway', { ...PUSH, ...changed }, base);
const issue = (changed: object = {}) => post('/multibanco/reference/init', { ...REFERENCE, ...changed });
async function statusOf(requestId: unknown, mbWayKey = 'ABC-123456') {
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
    ['an amount with three decimals', { amount: '10.505' }],
    ['an amount with a comma', { amount: '10,50' }],
    ['an amount of zero', { amount: '0.00' }],
    ['a phone of eight digits', { mobileNumber: '91000000' }],
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
    expect((await push({ mbWayKey: 'ABC-000000' })).body).toMatchObject({ Status: '-1' });
    expect((await issue({ mbKey: 'MBK-999999' })).body).toMatchObject({ Status: '-1' });
    const { body } = await push();
    expect(await statusOf(body.RequestId, 'XYZ-654321')).toMatchObject({ Status: '123', Message: 'Not found' });
    expect((await post('/v2/payments/read', { boKey: '0', orderId: 'w123' })).body).toMatchObject({ status: 403 });
  });

  test('lists the payments of an order id only', async () => {
    const { body } = await push({ orderId: 'wlisted', mobileNumber: '351#910000000' });
    const list = async (boKey: string) =>
      (await post('/v2/payments/read', { boKey, orderId: 'wlisted' })).body.payments;
    expect(await list('0000-0000-0000-0000')).toEqual([]);
    await simulated.pass(2_000);
    expect(await list('0000-0000-0000-0000')).toMatchObject([
      { amount: 10.5, entity: 'MBWAY', requestId: body.RequestId },
    ]);
    expect(await list('1111-1111-1111-1111')).toEqual([]);
  });
});

const KEY = 'k'.repeat(20);
const ACTIVATION = { chave: '0000-0000-0000-0000', entidade: 'MBWAY', subentidade: 'ABC-123456', apKey: KEY };

async function activate(urlCb: string, changed: object = {}) {
  const answer = await fetch(`${simulated.url}/ifthenpay/endpoint/callback/activation`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...ACTIVATION, urlCb, ...changed }),
  });
  return { status: answer.status, text: await answer.text() };
}
const urlOf = (query: string) => `${new URL(simulated.merchantUrl).origin}/shop?${query}`;
const calledBack = () => simulated.notifications().map((request) => (request as unknown as { path: string }).path);

test('the times of its list have minutes, or seconds that may be later than those of the callback', async () => {
  simulated.time.nowMs = Date.parse('2026-08-18T21:05:54Z');
  await push({ orderId: 'w-times', mobileNumber: '351#910000000' });
  await simulated.pass(2_000);
  const boKey = '0000-0000-0000-0000';
  const times = async (filter: object = {}) => {
    const { payments } = (await post('/v2/payments/read', { boKey, orderId: 'w-times', ...filter })).body;
    return (payments as { paymentDate: string }[]).map(({ paymentDate }) => paymentDate);
  };
  expect(await times()).toEqual(['18-08-2026 22:05:00']);
  await simulated.control('POST', '/ifthenpay', { listTimes: 'seconds' });
  expect(await times()).toEqual(['18-08-2026 22:05:56']);
  expect(await times({ dateStart: '18-08-2026 22:05:56', dateEnd: '18-08-2026 22:05:56' })).toHaveLength(1);
  expect(await times({ dateStart: '18-08-2026 22:05:57' })).toEqual([]);
  await simulated.control('POST', '/ifthenpay', { listTimes: 'seconds', listLaterSeconds: 2 });
  expect(await times()).toEqual(['18-08-2026 22:05:58']);
  await simulated.control('POST', '/ifthenpay', {});
});

describe('the simulated ifthenpay replaces placeholders of a registered URL, and adds nothing', () => {
  test('the status of a payment is PAGO and of a return DEVOLVIDO, in both languages', async () => {
    expect(await activate(urlOf('a=[STATUS]&b=[ESTADO]&c=[AMOUNT]'))).toEqual({
      status: 200,
      text: expect.stringMatching(/^OK:/),
    });
    simulated.reset();
    await push({ description: 'tx_0123456789abcdefghjkmnpq', mobileNumber: '351#910000000' });
    await simulated.pass(2_000);
    await simulated.control('POST', '/payments/tx_0123456789abcdefghjkmnpq/refund', { amount: 3 });
    await simulated.pass(1_000);
    expect(calledBack()).toEqual(['/shop?a=PAGO&b=PAGO&c=10.50', '/shop?a=DEVOLVIDO&b=DEVOLVIDO&c=3.00']);
  });

  test('what is not a placeholder stays as it is, brackets included', async () => {
    await activate(urlOf('t=[PAYMENT_DATETIME]&n=[NOT_KNOWN]&o=[order_id]&x=%5BORDER_ID%5D&key=fixed'));
    simulated.reset();
    simulated.time.nowMs = Date.parse('2026-07-01T12:00:00Z');
    await push({ mobileNumber: '351#910000000' });
    await simulated.pass(2_000);
    expect(calledBack()).toEqual([
      '/shop?t=01-07-2026%2013%3A00%3A02&n=[NOT_KNOWN]&o=[order_id]&x=%5BORDER_ID%5D&key=fixed',
    ]);
  });

  test('a URL without a status reports a return in the form of a payment', async () => {
    await activate(urlOf('amount=[AMOUNT]&id=[ORDER_ID]'), { entidade: 'MB', subentidade: 'MBK-000000' });
    simulated.reset();
    const { body } = await issue({ amount: '771.13', orderId: 'r-returned' });
    expect(body.Status).toBe('0');
    await simulated.pass(60_000);
    expect(calledBack()).toEqual(['/shop?amount=771.13&id=r-returned', '/shop?amount=771.13&id=r-returned']);
  });

  test('a forged callback has a wrong key, in the same URL', async () => {
    await activate(urlOf('key=[CHAVE_ANTI_PHISHING]&id=[ID]'));
    simulated.reset();
    await push({ orderId: 'w-forged', mobileNumber: '351#910000013' });
    await simulated.pass(2_000);
    expect(calledBack()).toEqual([`/shop?key=${KEY.slice(0, -1)}%23&id=w-forged`, `/shop?key=${KEY}&id=w-forged`]);
  });

  test('placeholders can be left unfilled, and the tester leaves all of them so', async () => {
    await activate(urlOf('key=[ANTI_PHISHING_KEY]&status=[STATUS]&estado=[ESTADO]'));
    await simulated.control('POST', '/ifthenpay', { unfilled: ['STATUS'] });
    simulated.reset();
    await push({ mobileNumber: '351#910000000' });
    await simulated.pass(2_000);
    expect(calledBack()).toEqual([`/shop?key=${KEY}&status=[STATUS]&estado=PAGO`]);
    simulated.answering(400);
    expect(await simulated.control('POST', '/ifthenpay/own/MBWAY/test')).toMatchObject({ answer: 'status 400' });
    expect(calledBack()).toEqual(['/shop?key=[ANTI_PHISHING_KEY]&status=[STATUS]&estado=[ESTADO]']);
    const shown = await simulated.control('GET', '/ifthenpay');
    expect(shown).toMatchObject({ unfilled: ['STATUS'], callbacks: { length: 4 } });
    expect(JSON.stringify(shown)).not.toContain(KEY);
    await simulated.control('POST', '/ifthenpay', {});
  });

  test.each([
    ['a wrong back office key', { chave: '0000-0000-0000-0001' }, 200],
    ['the key of another method', { entidade: 'MB' }, 200],
    ['the key of another account', { subentidade: 'XYZ-654321' }, 200],
    ['a key of nine characters', { apKey: 'k'.repeat(9) }, 400],
    ['a URL of more than 300 characters', { urlCb: `https://shop.test/?${'x'.repeat(300)}` }, 400],
  ])('%s registers nothing', async (_, changed, status) => {
    const refused = await activate(urlOf('refused=[ID]'), changed);
    expect(refused).toEqual({ status, text: expect.not.stringMatching(/^OK:/) });
    expect(JSON.stringify(await simulated.control('GET', '/ifthenpay'))).not.toContain('refused');
  });

  test('a method without a registered URL is not called back, which is logged', async () => {
    await simulated.forget('REFERENCE');
    simulated.reset();
    expect((await issue({ amount: '771.01' })).body.Status).toBe('0');
    await simulated.pass(2_000);
    expect(simulated.warnings).toMatchObject([{ message: 'callback not sent', account: 'own', method: 'REFERENCE' }]);
    expect(calledBack()).toEqual([]);
  });
});
