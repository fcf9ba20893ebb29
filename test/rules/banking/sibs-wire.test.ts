import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { transactionIdOf } from '../../../functions/banking/sibs/checkout-id.ts';
import { codeWord } from '../../../functions/banking/sibs/codes.ts';
import { centsOf, checkoutId, eurosOf } from '../../../functions/banking/sibs/wire.ts';
import { randomId } from '../../../functions/runtime/ids.ts';

describe('an amount', () => {
  test('is unchanged by writing and reading, as a number and as text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (cents) => {
        const sent = JSON.parse(JSON.stringify(eurosOf(cents)));
        const asText = { value: (cents / 100).toFixed(2), currency: 'EUR' };
        return centsOf(sent) === cents && centsOf(asText) === cents && sent.currency === 'EUR';
      }),
    );
  });

  test('is written with at most two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (cents) =>
        /^\d+(\.\d{1,2})?$/.test(JSON.stringify(eurosOf(cents).value)),
      ),
    );
  });

  test.each([
    [16.9 * 3, 5070],
    ['16.2', 1620],
    [' 16.20 ', 1620],
    ['0.01', 1],
    [99_999.99, 9_999_999],
    ['49.90000', 4990],
  ])('%j is read as %i cents', (value, cents) => {
    expect(centsOf({ value, currency: 'EUR' })).toBe(cents);
  });

  test.each([0, -1, '16,20', '1e3', '', 'x', '16.905', 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e21])(
    '%j is not an amount',
    (value) => {
      expect(centsOf({ value, currency: 'EUR' })).toBeNull();
    },
  );
});

describe('a merchant transaction id', () => {
  test('has 30 characters and contains our id', () => {
    for (let round = 0; round < 50; round += 1) {
      const id = randomId('tx');
      const sent = checkoutId(id);
      expect(sent).toHaveLength(30);
      expect(sent.split('-')[0]).toBe(id.slice('tx_'.length));
      expect(transactionIdOf(sent)).toBe(id);
    }
  });

  test.each([
    null,
    undefined,
    '',
    '863b730df285443ca404e0085fw234',
    'aafd48f8d6814e86855ed5489d04880f',
    '0123456789abcdefghjkmnpq',
    '0123456789abcdefghjkmnpi-abcde',
    '0123456789abcdefghjkmnpq-abcdef',
  ])('that is not ours contains no id of ours: %j', (foreign) => {
    expect(transactionIdOf(foreign)).toBeNull();
  });
});

describe('which texts of the bank may be logged', () => {
  test.each(['E0500', '000', '10.107.0002', '01.106.0004', 'InProcessing', 'PURS', 'UNPAID'])('%s', (word) => {
    expect(codeWord(word)).toBe(word);
  });

  test.each(['351#912345678', '912345678', 'a@b.pt', 'Maria Silva', 'x'.repeat(25)])('but not %s', (word) => {
    expect(codeWord(word)).toBe('unlisted');
  });
});
