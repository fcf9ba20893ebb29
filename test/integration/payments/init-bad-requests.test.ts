import { describe, expect } from 'vitest';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { calls, rig, pendingTest as test, transactionId } from '../../fixtures/payments.ts';
import { STRANGER } from '../../support/api-event.ts';
import { type Answered, errorOf } from '../../support/payment-calls.ts';

const PHONE = '912345678';
const SECRET = 'sk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const POSTS = ['init', 'mbway', 'multibanco'] as const;

/**
 * Exactly `{"error": string}` with the status and the text, without any confidential input (§7, invariant 7).
 */
function expectRefusal(answered: Answered, statusCode: number, text: string): void {
  expect(errorOf(answered)).toContain(text);
  expect(answered.statusCode).toBe(statusCode);
  expect(answered.text).not.toContain(PHONE);
  expect(answered.text).not.toContain(SECRET);
  expect(answered.headers['Content-Type']).toBe('application/json');
}

describe.each(POSTS)('D16: %s refuses with 400', (name) => {
  const good = () => ({ orderId: 'a', amount: 1, transactionId, phoneNumber: PHONE });

  test.each<[string, unknown, string]>([
    ['no body', undefined, 'body is missing'],
    ['an empty body', '', 'body is missing'],
    ['white space', '  ', 'not valid JSON'],
    ['malformed JSON, without quoting it', `{"phoneNumber": "${PHONE}", ${SECRET}`, 'not valid JSON'],
    ['two JSON values', '{}{}', 'not valid JSON'],
    ['bytes that are not UTF-8, as they are decoded', '{"orderId":"caf\ufffd","amount":1}', 'must be UTF-8'],
    ['a list', '[]', 'must be a JSON object'],
    ['a string', '"text"', 'must be a JSON object'],
    ['a number', '7', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
    ['true', 'true', 'must be a JSON object'],
    ['an empty object', {}, 'is required'],
    [
      'only __proto__',
      '{"__proto__":{"orderId":"a","amount":1,"transactionId":"tx","phoneNumber":"912345678"}}',
      'required',
    ],
  ])('%s', async (_, body, text) => {
    expectRefusal(await calls.call(name, { body }), 400, text);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'multipart/form-data; a=b', ''])(
    'the media type "%s"',
    async (type) => {
      const answered = await calls.call(name, { body: good(), headers: { 'content-type': type } });
      expectRefusal(answered, 400, 'Content-Type must be application/json');
    },
  );

  test('a body of more than 16 KB, counted in bytes', async () => {
    const filler = (bytes: number) => ({ ...good(), filler: 'x'.repeat(bytes) });
    expectRefusal(await calls.call(name, { body: filler(16_400) }), 400, 'too large');
    const inUmlauts = { ...good(), filler: 'ü'.repeat(8_300) };
    expectRefusal(await calls.call(name, { body: inUmlauts }), 400, 'too large');
    const encoded = { ...filler(16_400) };
    expect(JSON.stringify(encoded).length).toBeGreaterThan(16 * 1024);
  });
});

describe('D16: a call is not refused', () => {
  test('with the replacement character as a JSON escape, which a client can only mean', async () => {
    const answered = await calls.init('{"orderId":"\\ufffd","amount":1}');
    expect(answered.statusCode, answered.text).toBe(200);
  });

  test.each([
    ['without a Content-Type', {}],
    ['with a charset', { 'content-type': 'application/json; charset=utf-8' }],
    ['with the type in upper case', { 'CONTENT-TYPE': 'Application/JSON' }],
  ])('%s', async (_, headers) => {
    expect(
      (await calls.init({ orderId: 'a', amount: 1 }, { headers: headers as Record<string, string> })).statusCode,
    ).toBe(200);
  });

  test('just below 16 KB', async () => {
    const body = { orderId: 'a', amount: 1, filler: 'x'.repeat(16_000) };
    expect((await calls.init(body)).statusCode).toBe(200);
  });
});

describe('§4.1: init refuses', () => {
  test('several wrong fields together, each named once, in their order', async () => {
    const answered = await calls.init({ orderId: 7, amount: -1, currency: 'GBP' });
    expect(errorOf(answered)).toMatch(
      /^orderId must be a string; amount must be greater than zero; currency must be "EUR"/,
    );
  });

  test('a secret in a wrong field, without quoting it (invariant 7)', async () => {
    expectRefusal(await calls.init({ orderId: [SECRET], amount: SECRET, currency: SECRET }), 400, 'orderId');
  });
});

describe('§4.2: mbway refuses', () => {
  test('a phoneNumber that breaks the rule, naming the rule and not the number, and calls no bank', async () => {
    const body = { transactionId, phoneNumber: `351${PHONE}` };
    expectRefusal(await calls.call('mbway', { body }), 400, 'phoneNumber');
    expect(rig.sibs.seen).toEqual([]);
  });

  test('a malformed phoneNumber before it reads the transaction (D16)', async () => {
    expectRefusal(await calls.mbway('tx_unknown', 'x'), 400, 'phoneNumber');
  });
});

describe.each(['mbway', 'multibanco', 'status'] as const)('D16: %s finds no transaction, 404', (name) => {
  const ask = (id: unknown, authorizer?: Record<string, string>) => {
    const more = authorizer ? { authorizer } : {};
    if (name === 'status') return calls.call(name, { method: 'GET', query: { transactionId: [String(id)] }, ...more });
    return calls.call(name, { body: { transactionId: id, phoneNumber: PHONE }, ...more });
  };

  test.each([
    'tx_',
    'nonsense',
    ' ',
    "'; DROP TABLE",
    'main',
    '../x',
    'test_0123456789abcdefghjkmnpq',
    '😀',
    'x'.repeat(3_000),
  ])('for the ill-formed id %s', async (id) => {
    expectRefusal(await ask(id), 404, 'transactionId is unknown');
  });

  test('for another merchant’s transaction, with the same text (invariant 7)', async () => {
    const foreign = await ask(transactionId, STRANGER);
    const unknown = await ask(newTransactionId(), STRANGER);
    expect(foreign.text).toBe(unknown.text);
    expect(foreign.statusCode).toBe(404);
    expect(rig.sibs.seen).toEqual([]);
  });
});
