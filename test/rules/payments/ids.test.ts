import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTransactionId, readOrderId, transactionIdOfKey } from '../../../functions/payments/ids.ts';
import { codePoint } from '../../support/code-point.ts';

describe('D1: an order id', () => {
  test.each([
    ['one character', 'x'],
    ['100 characters', 'x'.repeat(100)],
    ['100 emoji, which are 200 code units', '😀'.repeat(100)],
    ['spaces and punctuation', ' a b/c?d=é"\\<script>'],
    ['a text in another script', '注文-٣'],
    ['an emoji with its joiners', '👩‍👩‍👧'],
  ])('of %s is kept verbatim', (_, orderId) => {
    expect(readOrderId(orderId)).toEqual({ ok: true, value: orderId });
  });

  test.each<[string, unknown, string]>([
    ['empty', '', 'empty'],
    ['of 101 characters', 'x'.repeat(101), '100 characters'],
    ['of 101 emoji', '😀'.repeat(101), '100 characters'],
    ['with a tab', 'a\tb', 'control'],
    ['with a trailing newline', 'ORDER-1\n', 'control'],
    ['with a null character', 'a\u0000b', 'control'],
    ['with a delete character', 'a\u007f', 'control'],
    ['with a C1 control character', 'a\u0085', 'control'],
    ['with a lone high surrogate', 'a\ud83d', 'Unicode'],
    ['with a lone low surrogate', '\ude00a', 'Unicode'],
    ['that is a number', 7, 'string'],
    ['that is null', null, 'string'],
    ['that is a list', ['a'], 'string'],
    ['that is an object', { toString: () => 'a' }, 'string'],
  ])('%s is refused', (_, orderId, rule) => {
    expect(readOrderId(orderId)).toEqual({ ok: false, problem: expect.stringContaining(rule) });
  });

  test('that is accepted is unchanged by UTF-8 and JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, minLength: 0, maxLength: 110 }), (orderId) => {
        const reading = readOrderId(orderId);
        if (!reading.ok) return;
        expect(Buffer.from(JSON.stringify(reading.value)).toString()).toBe(JSON.stringify(orderId));
        expect([...orderId].length).toBeLessThanOrEqual(100);
      }),
    );
  });
});

const MERCHANT = 'mer_0123456789abcdefghjkmnpq';
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

describe('decision 0043: the id of a key’s transaction', () => {
  test('is 24 characters of the SHA-256 of merchant and key, the same in every version of the service', () => {
    // sha256sum of `mer_0123456789abcdefghjkmnpq`, a line feed and `checkout-1`: 48c3d855489ddfaa323ef602bb1465032e0c72a0a7491d56…
    expect(transactionIdOfKey(MERCHANT, 'checkout-1')).toBe('tx_83rn8xzajyp2vm53ecj079xp');
    for (const key of ['!', '~', '#', 'checkout-1', 'x'.repeat(255)]) {
      const digest = createHash('sha256').update(MERCHANT).update('\n').update(key).digest();
      const characters = Array.from(digest.subarray(0, 24), (byte) => ALPHABET[byte % 32]);
      const id = transactionIdOfKey(MERCHANT, key);
      expect(id).toBe(`tx_${characters.join('')}`);
      expect(isTransactionId(id)).toBe(true);
    }
  });

  test('is another for each merchant and each key, wherever one ends and the other begins', () => {
    const pairs = [
      ['mer_a', 'b1'],
      ['mer_ab', '1'],
      ['mer_a', 'b'],
      ['mer_b', 'b1'],
      ['mer_', 'ab1'],
    ] as const;
    expect(new Set(pairs.map(([merchantId, key]) => transactionIdOfKey(merchantId, key))).size).toBe(pairs.length);
  });
});
