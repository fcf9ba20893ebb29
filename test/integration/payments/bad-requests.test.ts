import { describe, expect } from 'vitest';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { STRANGER } from '../../rig/api-event.ts';
import { type Answered, errorOf } from '../../rig/payment-calls.ts';
import { calls, rig, pendingTest as test, transactionId } from '../../rig/payments.ts';
import { stored } from '../../rig/stored-payments.ts';

/** The tables of refused bodies and fields are in test/rules/http and test/rules/payments. */

const PHONE = '912345678';
const SECRET = 'sk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

/** Exactly `{"error": string}` with the status and the text, without any confidential input (§7, invariant 7). */
function expectRefusal(answered: Answered, statusCode: number, text: string): void {
  expect(errorOf(answered)).toContain(text);
  expect(answered.statusCode).toBe(statusCode);
  expect(answered.text).not.toContain(PHONE);
  expect(answered.text).not.toContain(SECRET);
  expect(answered.headers['Content-Type']).toBe('application/json');
}

describe.each([
  ['init', 'orderId is required'],
  ['mbway', 'transactionId is required'],
  ['multibanco', 'transactionId is required'],
] as const)('D16: %s refuses with 400', (name, missing) => {
  test.each<[string, unknown, string]>([
    ['malformed JSON, without quoting it', `{"phoneNumber": "${PHONE}", ${SECRET}`, 'not valid JSON'],
    [
      'only __proto__',
      '{"__proto__":{"orderId":"a","amount":1,"transactionId":"tx","phoneNumber":"912345678"}}',
      missing,
    ],
  ])('%s', async (_, body, text) => {
    expectRefusal(await calls.call(name, { body }), 400, text);
    expect(rig.sibs.seen).toEqual([]);
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
  test('a phoneNumber that breaks the rule, naming the rule and not the number, and changes nothing', async () => {
    const before = await stored(rig, transactionId);
    const body = { transactionId, phoneNumber: `351${PHONE}` };
    expectRefusal(await calls.call('mbway', { body }), 400, 'phoneNumber');
    expect([rig.sibs.seen, await stored(rig, transactionId)]).toEqual([[], before]);
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

  test.each(['nonsense', 'main', 'x'.repeat(3_000)])('for the ill-formed id %s', async (id) => {
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
