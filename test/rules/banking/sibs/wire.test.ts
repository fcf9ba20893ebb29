import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centsOf, eurosOf } from '../../../../functions/banking/sibs/wire.ts';

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
