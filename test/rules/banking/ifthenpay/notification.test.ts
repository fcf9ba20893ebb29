import { describe, expect, test } from 'vitest';
import { readCallback } from '../../../../functions/banking/ifthenpay/notification.ts';
import { callbackQuery, IFTHENPAY } from '../../../rig/banks/scripted-ifthenpay.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';

const KEY = IFTHENPAY.antiPhishingKey;
const read = (query: Record<string, string>, key = KEY) =>
  readCallback({ query, headers: {}, rawBody: '' }, key, NOW_MS);

describe('a callback', () => {
  test('is read with its key, also where a plus of it arrived as a space', () => {
    expect(read(callbackQuery('mbway'))).toMatchObject({ kind: 'notice' });
    expect(read(callbackQuery('mbway', { key: 'a b' }), 'a+b')).toMatchObject({ kind: 'notice' });
  });

  test.each([
    ['without the key', { key: '' }, 'anti-phishing key'],
    ['with another key', { key: 'f'.repeat(32) }, 'anti-phishing key'],
    ['with the beginning of the key', { key: KEY.slice(0, -1) }, 'anti-phishing key'],
    // This one carries money, and the tester of the back office none.
    ['whose key alone is unfilled', { key: '[ANTI_PHISHING_KEY]' }, 'the anti-phishing key is not filled in'],
    ['without an order id', { orderId: '' }, 'authentic, but not in the form of a callback'],
    ['without a request id', { requestId: '' }, 'authentic, but not in the form of a callback'],
    ['without an amount', { amount: '' }, 'authentic, but not in the form of a callback'],
    ['with an id too long for a key', { orderId: 'w'.repeat(500) }, 'authentic, but not in the form of a callback'],
  ])('%s is refused', (_, changed, detail) => {
    expect(read(callbackQuery('multibanco', changed))).toEqual({ kind: 'rejected', detail });
  });

  test('of the back office’s tester has no placeholder filled in, and is no forgery', () => {
    const names = ['key', 'orderId', 'amount', 'requestId', 'payment_datetime', 'status', 'estado'];
    expect(read(Object.fromEntries(names.map((name) => [name, `[${name}]`])))).toMatchObject({ kind: 'irrelevant' });
  });
});
