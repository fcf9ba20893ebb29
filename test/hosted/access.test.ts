import { describe, expect } from 'vitest';
import { hosted, hostedTest as test } from './support/hosted-test.ts';
import type { Sent } from './support/http-call.ts';
import { expectRefusal } from './support/refusals.ts';

let apiKey: string;
test.beforeAll(async () => {
  apiKey = (await hosted.shop()).account.apiKey;
});

const BODY = { orderId: 'A-1', amount: 1 };
const init = (sent: Sent) =>
  hosted.request('POST', '/api/v1/payments/init', { body: BODY, localAddress: hosted.nextAddress(), ...sent });
const withHeader = (Authorization: string | string[] | undefined) => ({
  headers: { 'Content-Type': 'application/json', Authorization },
});

// More forms of the header: `test/integration/gateway/authorize.test.ts`.
describe('§5.1.1, §5.1.3, §7 401: without a valid key in the header the answer is 401', () => {
  const damaged = (key: string) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  test.each<[string, (key: string) => string | string[] | undefined]>([
    ['no header', () => undefined],
    ['the key without a scheme', (key) => key],
    ['another scheme', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['the key with one character changed', (key) => `Bearer ${damaged(key)}`],
    ['the key in lower case', (key) => `Bearer ${key.toLowerCase()}`],
    ['two keys in one header', (key) => `Bearer ${key}, Bearer ${key}`],
    ['the header twice', (key) => [`Bearer ${key}`, `Bearer ${key}`]],
    ['a name of the table instead of a key', () => 'Bearer merchant#mer_1'],
  ])('%s', async (_what, authorization) => {
    const sent = withHeader(authorization(apiKey));
    expectRefusal(await init(sent), 401, /Authorization header is missing or the API key is invalid/, sent);
  });

  test('a key in the query, in a cookie or in X-Api-Key', async () => {
    const elsewhere = { 'X-Api-Key': apiKey, Cookie: `key=${apiKey}`, 'Content-Type': 'application/json' };
    const sent = { body: BODY, headers: elsewhere, localAddress: hosted.nextAddress() };
    expectRefusal(await hosted.request('POST', `/api/v1/payments/init?key=${apiKey}`, sent), 401, /./, sent);
  });

  test('but the header’s name and the scheme in lower case are accepted', async () => {
    const headers = { authorization: `bearer ${apiKey}`, 'Content-Type': 'application/json' };
    expect(await init({ headers })).toMatchObject({ status: 200 });
  });
});

describe('§5.1.4, §7 403, D19: an account that is not active is 403 with the reason', () => {
  test.each([
    ['pending', 'account is not active: it is pending approval'],
    ['suspended', 'account is not active: it is suspended'],
    ['refused', 'account is not active: it was refused'],
  ] as const)('%s, and once activated it may call immediately', async (status, reason) => {
    const shop = await hosted.shop(status);
    const refused = await shop.call('POST', '/payments/init', { body: BODY });
    expectRefusal(refused, 403, /^account is not active/, { key: shop.account.apiKey });
    expect(refused.json.error).toBe(reason);

    await hosted.accounts.setStatus(shop.account.merchantId, 'active');
    expect((await shop.call('POST', '/payments/init', { body: BODY })).status).toBe(200);
    await hosted.accounts.setStatus(shop.account.merchantId, status);
    expect((await shop.call('POST', '/payments/init', { body: BODY })).json.error).toBe(reason);
  });
});

const ENDPOINTS = [
  ['POST', '/payments/init'],
  ['POST', '/payments/mbway'],
  ['POST', '/payments/multibanco'],
  ['GET', '/payments/status'],
  ['GET', '/events'],
] as const;

test.each(ENDPOINTS)('§7: %s %s needs a key, of an active account, and valid input', async (method, path) => {
  const [active, suspended] = await Promise.all([hosted.shop(), hosted.shop('suspended')]);
  const invalid =
    method === 'POST' ? { path, sent: { body: {} } } : { path: `${path}?after=x&transactionId=`, sent: {} };
  const unsigned = { ...invalid.sent, localAddress: hosted.nextAddress() };
  expectRefusal(await hosted.request(method, `/api/v1${path}`, unsigned), 401, /Authorization/, unsigned);
  expectRefusal(await suspended.call(method, path, invalid.sent), 403, /suspended/);
  expectRefusal(await active.call(method, invalid.path, invalid.sent), 400, /./);
});

// 429 comes first: `limit.test.ts`.
describe('D16: the order of the checks', () => {
  test('401 comes before 404 and 400', async () => {
    const sent = { key: 'wrong', body: '{', localAddress: hosted.nextAddress() };
    expectRefusal(await hosted.request('PUT', '/api/v1/unknown', sent), 401, /Authorization/, sent);
    expectRefusal(await hosted.request('POST', '/api/v1/payments/init', sent), 401, /Authorization/, sent);
  });

  test('403 comes before 404 and 400', async () => {
    const suspended = await hosted.shop('suspended');
    expectRefusal(await suspended.call('PUT', '/unknown', { body: '{' }), 403, /suspended/);
    expectRefusal(await suspended.call('POST', '/payments/mbway', { body: '{' }), 403, /suspended/);
  });

  test('404 for the path comes before 400, 400 before 404 for the transaction, and that before its state', async () => {
    const [owner, other] = await Promise.all([hosted.shop(), hosted.shop()]);
    expectRefusal(await owner.call('PUT', '/payments/mbway', { body: '{' }), 404, /resource not found/);
    const unknown = { transactionId: 'tx_0123456789abcdefghjkmnpq', phoneNumber: '1' };
    expectRefusal(await owner.call('POST', '/payments/mbway', { body: unknown }), 400, /^phoneNumber/);

    const transactionId = await owner.rejected();
    await expect.poll(async () => (await hosted.detail(transactionId)).status).toBe('failed');
    expectRefusal(await other.mbway(transactionId, '910000000'), 404, /^transaction not found/);
    expectRefusal(await owner.mbway(transactionId, '910000000'), 400, /already failed/);
  });
});
