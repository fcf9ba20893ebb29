import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOrderId } from '../../../functions/payments/ids.ts';
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
