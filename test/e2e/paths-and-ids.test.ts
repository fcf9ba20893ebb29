import { describe, expect } from 'vitest';
import { hosted, hostedTest as test } from '../support/hosted-service.ts';
import type { Sent } from './support/http-call.ts';
import { expectRefusal } from './support/refusals.ts';
import type { Shop } from './support/shop.ts';

let shop: Shop;
let transactionId: string;
test.beforeAll(async () => {
  shop = await hosted.shop();
  transactionId = await shop.init();
});

const UNKNOWN = 'tx_0123456789abcdefghjkmnpq';

async function call(method: string, path: string, sent: Sent = {}) {
  return shop.call(method, path, { ...sent, localAddress: hosted.nextAddress() });
}

describe('§7 404, D16: a path without an endpoint is 404 for any request', () => {
  test.each([
    ['GET', '/payments/init'],
    ['PUT', '/payments/init'],
    ['DELETE', '/payments/init'],
    ['PATCH', '/payments/mbway'],
    ['OPTIONS', '/payments/init'],
    ['POST', '/payments/status'],
    ['POST', '/payments/init/'],
    ['GET', '/payments/status/'],
    ['POST', '/payments/init/more'],
    ['POST', '/Payments/Init'],
    ['POST', '//payments/init'],
    ['POST', '/payments/%69nit%2f'],
    ['POST', '/payments/refund'],
    ['GET', '/payments'],
    ['GET', '/payments/'],
    ['GET', '/unknown?transactionId=1'],
    ['GET', '/'],
    ['GET', ''],
  ])('%s /api/v1%s', async (method, path) => {
    expectRefusal(await call(method, path, { body: '{' }), 404, /resource not found/);
  });

  test('HEAD, without a body', async () => {
    expect(await call('HEAD', '/payments/init')).toMatchObject({ status: 404, text: '' });
  });

  test.each(['/api/v2', '/api/v2/payments/init', '/api/', '/api/bank/sandbox', '/api/bank/sandbox/notices'])(
    '§9: GET %s, which is not below /api/v1, with a key and without',
    async (path) => {
      for (const key of [shop.account.apiKey, null]) {
        expectRefusal(await hosted.request('GET', path, { key }), 404, /resource not found/, { key });
      }
    },
  );
});

describe('§4, D16: a transactionId', () => {
  const calls = (id: unknown): [string, string, Sent][] => [
    ['POST', '/payments/mbway', { body: { transactionId: id, phoneNumber: '912345678' } }],
    ['POST', '/payments/multibanco', { body: { transactionId: id } }],
    ['GET', `/payments/status?transactionId=${encodeURIComponent(String(id))}`, {}],
  ];

  test.each([
    ['unknown', UNKNOWN],
    ['with a NUL in it', 'tx_\u0000'],
    ['5,000 characters long', 'x'.repeat(5_000)],
  ])('that is %s is 404 on every endpoint', async (_what, id) => {
    for (const [method, path, sent] of calls(id))
      expectRefusal(await call(method, path, sent), 404, /^transaction not found/, sent);
  });

  test('of another merchant is 404 with the same text as an unknown one', async () => {
    const other = await hosted.shop();
    for (const [method, path, sent] of calls(transactionId)) {
      const foreign = await other.call(method, path, sent);
      expectRefusal(foreign, 404, /^transaction not found/, sent);
      const [, unknownPath = '', unknownSent = {}] =
        calls(UNKNOWN).find(([, each]) => each.startsWith(path.slice(0, 16))) ?? [];
      expect(foreign.text).toBe((await other.call(method, unknownPath, unknownSent)).text);
    }
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending', paymentMethod: null });
  });

  test.each([
    ['empty', ''],
    ['a number', 7],
    ['null', null],
    ['an object', {}],
  ])('that is %s is 400 naming it, in a body', async (_what, id) => {
    for (const [method, path, sent] of calls(id).slice(0, 2))
      expectRefusal(await call(method, path, sent), 400, /^transactionId must/, sent);
  });

  test('that is missing is 400 naming it', async () => {
    const sent = { body: {} };
    expectRefusal(
      await call('POST', '/payments/mbway', sent),
      400,
      /^transactionId is required; phoneNumber is required/,
    );
    expectRefusal(await call('POST', '/payments/multibanco', sent), 400, /^transactionId is required/);
    expectRefusal(await call('GET', '/payments/status'), 400, /^transactionId is required$/);
    expectRefusal(await call('GET', '/payments/status?transactionid=x'), 400, /^transactionId is required$/);
    expectRefusal(await call('GET', '/payments/status?transactionId='), 400, /^transactionId must not be empty/);
  });

  test('D4: given twice is 400, even if both are equal; other parameters are ignored', async () => {
    const twice = `/payments/status?transactionId=${transactionId}&transactionId=${transactionId}`;
    expectRefusal(await call('GET', twice), 400, /^transactionId must be given once$/);
    const more = await call('GET', `/payments/status?x=1&transactionId=${transactionId}&x=2&y`);
    expect(more).toMatchObject({ status: 200, json: { transactionId } });
  });
});
