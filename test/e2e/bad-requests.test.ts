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

/** One request of the shop from a new address, because there are more cases than the rate limit admits. */
async function call(method: string, path: string, sent: Sent = {}) {
  return shop.call(method, path, { ...sent, localAddress: hosted.nextAddress() });
}

const BODY = { orderId: 'A-1', amount: 10.5 };
const megabytes = (count: number) => JSON.stringify({ ...BODY, padding: 'x'.repeat(count * 1_000_000) });

describe('§7 400, D16: an invalid body is 400', () => {
  test.each<[string, Sent, RegExp]>([
    ['no body', {}, /body is missing/],
    ['an empty body', { body: '', headers: { 'Content-Length': '0' } }, /body is missing/],
    ['malformed JSON', { body: '{"orderId":"A-1","amount":' }, /not valid JSON/],
    ['JSON with trailing text', { body: '{"orderId":"A-1","amount":1} x' }, /not valid JSON/],
    ['Latin-1 instead of UTF-8', { body: Buffer.from('{"orderId":"caf\u00e9","amount":1}', 'latin1') }, /UTF-8/],
    ['an array', { body: '[]' }, /must be a JSON object/],
    [
      'form data',
      { body: 'orderId=A', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      /Content-Type/,
    ],
    ['JSON called text', { body: BODY, headers: { 'Content-Type': 'text/plain' } }, /Content-Type/],
    ['20 KB', { body: megabytes(0.02) }, /too large/],
    ['7 MB, beyond what a function takes', { body: megabytes(7) }, /too large/],
    ['11 MB, beyond what the gateway takes', { body: megabytes(11) }, /too large/],
  ])('%s', async (_what, sent, about) => {
    expectRefusal(await call('POST', '/payments/init', sent), 400, about, sent);
  });

  test.each<[string, Sent]>([
    ['a media type with a charset, in capitals', { headers: { 'Content-Type': 'Application/JSON; Charset=UTF-8' } }],
    ['no media type at all', { headers: { 'Content-Type': undefined } }],
    ['header names in lower case', { headers: { 'Content-Type': undefined, 'content-type': 'application/json' } }],
  ])('but %s is accepted (D4)', async (_what, sent) => {
    expect(await call('POST', '/payments/init', { body: BODY, ...sent })).toMatchObject({
      status: 200,
      json: { amount: 10.5 },
    });
  });
});

describe('§4.1, D1 to D3: a field of init that breaks its rule is 400 and named', () => {
  test.each<[string, string, RegExp]>([
    ['amount as text', '{"orderId":"A","amount":"10"}', /^amount must be a JSON number/],
    ['amount 0', '{"orderId":"A","amount":0}', /^amount must be greater than zero/],
    ['amount 0.001', '{"orderId":"A","amount":0.001}', /^amount must be in whole cents/],
    ['amount 100000', '{"orderId":"A","amount":100000}', /^amount must be at most 99999\.99/],
    ['amount NaN', '{"orderId":"A","amount":NaN}', /not valid JSON/],
    ['amount missing', '{"orderId":"A"}', /^amount is required/],
    ['orderId missing', '{"amount":1}', /^orderId is required/],
    ['orderId empty', '{"orderId":"","amount":1}', /^orderId must not be empty/],
    ['orderId of 101 characters', `{"orderId":"${'x'.repeat(101)}","amount":1}`, /^orderId must be at most 100/],
    ['orderId with a line feed', '{"orderId":"A\\nB","amount":1}', /^orderId must not contain control/],
    ['orderId of half a character', '{"orderId":"\\ud800","amount":1}', /^orderId must be valid Unicode/],
    ['currency USD', '{"orderId":"A","amount":1,"currency":"USD"}', /^currency must be "EUR"/],
    ['currency eur', '{"orderId":"A","amount":1,"currency":"eur"}', /^currency must be "EUR"/],
    ['currency null', '{"orderId":"A","amount":1,"currency":null}', /^currency must be "EUR"/],
  ])('%s', async (_what, body, about) => {
    expectRefusal(await call('POST', '/payments/init', { body }), 400, about, { body });
  });

  test.each([
    ['100 emoji', '👍'.repeat(100)],
    ['characters of every kind', 'nº 7/ß "\\" <b> ☕ 👩‍🍳 \u202e'],
  ])('but an orderId of %s is kept verbatim (D1)', async (_what, orderId) => {
    const { status, json } = await call('POST', '/payments/init', { body: { orderId, amount: 1 } });
    expect(status).toBe(200);
    const found = await call('GET', `/payments/status?transactionId=${json.transactionId}`);
    expect(found.json.externalOrderId).toBe(orderId);
  });
});

describe('§4.2: a phoneNumber that breaks the rule is 400 naming it, and is not repeated', () => {
  test.each([
    ['with the country code', '+351912345678'],
    ['as a number', 912_345_678],
  ])('%s', async (_what, phoneNumber) => {
    const body = { transactionId, phoneNumber };
    expectRefusal(await call('POST', '/payments/mbway', { body }), 400, /^phoneNumber must be/, { body });
  });
});
