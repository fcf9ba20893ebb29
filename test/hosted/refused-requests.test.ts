import { describe, expect } from 'vitest';
import { hosted, hostedTest as test } from './support/hosted-test.ts';
import type { Sent } from './support/http-call.ts';
import { expectRefusal } from './support/refusals.ts';
import type { Shop } from './support/shop.ts';

let shop: Shop;
let transactionId: string;
test.beforeAll(async () => {
  shop = await hosted.shop();
  transactionId = await shop.init();
});

/** One request of the shop from a new address, because there are more cases than the rate limit admits. */
const call = (method: string, path: string, sent: Sent = {}) =>
  shop.call(method, path, { ...sent, localAddress: hosted.nextAddress() });

const BODY = { orderId: 'A-1', amount: 10.5 };
const megabytes = (count: number) => JSON.stringify({ ...BODY, padding: 'x'.repeat(count * 1_000_000) });

// Every rule of a field: `test/rules/payments`.
describe('§7 400, D16: what is 400', () => {
  test.each<[string, Sent, RegExp]>([
    ['no body', {}, /body is missing/],
    ['malformed JSON', { body: '{"orderId":"A-1","amount":' }, /not valid JSON/],
    ['Latin-1 instead of UTF-8', { body: Buffer.from('{"orderId":"caf\u00e9","amount":1}', 'latin1') }, /UTF-8/],
    ['JSON called text', { body: BODY, headers: { 'Content-Type': 'text/plain' } }, /Content-Type/],
    ['7 MB, beyond what a function takes', { body: megabytes(7) }, /too large/],
    ['11 MB, beyond what the gateway takes', { body: megabytes(11) }, /too large/],
    ['amount as text', { body: '{"orderId":"A","amount":"10"}' }, /^amount must be a JSON number/],
    ['orderId missing', { body: '{"amount":1}' }, /^orderId is required/],
    ['currency USD', { body: '{"orderId":"A","amount":1,"currency":"USD"}' }, /^currency must be "EUR"/],
  ])('§4.1: init with %s', async (_what, sent, about) => {
    expectRefusal(await call('POST', '/payments/init', sent), 400, about, sent);
  });

  test('§4.2: a phoneNumber that breaks the rule, naming it and not repeating the number', async () => {
    const body = { transactionId, phoneNumber: '+351912345678' };
    expectRefusal(await call('POST', '/payments/mbway', { body }), 400, /^phoneNumber must be/, { body });
  });

  test('§4.3, §4.4, D4: a transactionId that is missing, empty, of another type or sent twice, naming it', async () => {
    expectRefusal(await call('POST', '/payments/multibanco', { body: {} }), 400, /^transactionId is required/);
    const sent = { body: { transactionId: 7 } };
    expectRefusal(await call('POST', '/payments/multibanco', sent), 400, /^transactionId must be a string/, sent);
    expectRefusal(await call('GET', '/payments/status'), 400, /^transactionId is required$/);
    expectRefusal(await call('GET', '/payments/status?transactionId='), 400, /^transactionId must not be empty/);
    const twice = `/payments/status?transactionId=${transactionId}&transactionId=${transactionId}`;
    expectRefusal(await call('GET', twice), 400, /^transactionId must be given once$/);
  });

  test('an Idempotency-Key that is sent twice', async () => {
    const sent = { body: BODY, headers: { 'Idempotency-Key': ['checkout-8', 'checkout-8'] } };
    expectRefusal(await call('POST', '/payments/init', sent), 400, /^Idempotency-Key must be sent once/);
  });
});

describe('D1, D4: what is accepted', () => {
  test.each<[string, Sent]>([
    ['a media type with a charset, in capitals', { headers: { 'Content-Type': 'Application/JSON; Charset=UTF-8' } }],
    ['no media type at all', { headers: { 'Content-Type': undefined } }],
  ])('%s', async (_what, sent) => {
    const created = await call('POST', '/payments/init', { body: BODY, ...sent });
    expect(created).toMatchObject({ status: 200, json: { amount: 10.5 } });
  });

  test('an orderId of characters of every kind, which is kept verbatim; a query with other parameters', async () => {
    const orderId = 'nº 7/ß "\\" <b> ☕ 👩‍🍳 \u202e';
    const { status, json } = await call('POST', '/payments/init', { body: { orderId, amount: 1 } });
    expect(status).toBe(200);
    const found = await call('GET', `/payments/status?x=1&transactionId=${json.transactionId}&x=2&y`);
    expect(found.json.externalOrderId).toBe(orderId);
  });
});

describe('§7 404, D16: what is 404', () => {
  test.each([
    ['GET', '/payments/init'],
    ['OPTIONS', '/payments/init'],
    ['POST', '/payments/status'],
    ['POST', '/payments/init/'],
    ['POST', '/Payments/Init'],
    ['POST', '//payments/init'],
    ['POST', '/payments/%69nit%2f'],
    ['GET', ''],
  ])('a path without an endpoint: %s /api/v1%s', async (method, path) => {
    expectRefusal(await call(method, path, { body: '{' }), 404, /resource not found/);
  });

  test('HEAD, without a body', async () => {
    expect(await call('HEAD', '/payments/init')).toMatchObject({ status: 404, text: '' });
  });

  test('§9: another version, with a key and without', async () => {
    for (const key of [shop.account.apiKey, null]) {
      expectRefusal(await hosted.request('GET', '/api/v2/payments/init', { key }), 404, /resource not found/, { key });
    }
  });

  test('§4: a transactionId that is unknown, malformed or another merchant’s, with the same text', async () => {
    const other = await hosted.shop();
    const ofOther = (method: string, path: string, sent: Sent) => other.call(method, path, sent);
    for (const id of ['tx_0123456789abcdefghjkmnpq', 'tx_\u0000', 'x'.repeat(5_000), transactionId]) {
      const body = { transactionId: id, phoneNumber: '912345678' };
      for (const reply of [
        await ofOther('POST', '/payments/mbway', { body }),
        await ofOther('POST', '/payments/multibanco', { body: { transactionId: id } }),
        await ofOther('GET', `/payments/status?transactionId=${encodeURIComponent(id)}`, {}),
      ]) {
        expectRefusal(reply, 404, /./, { body });
        expect(reply.json.error).toBe('transaction not found: transactionId is unknown');
      }
    }
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending', paymentMethod: null });
  });
});
