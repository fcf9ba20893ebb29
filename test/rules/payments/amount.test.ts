import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, MAX_CENTS, readAmount } from '../../../functions/payments/amount.ts';

const ACCEPTED: [unknown, number][] = [
  [10, 1_000],
  [10.5, 1_050],
  [0.01, 1],
  [0.1 + 0.2, 30],
  [16.9, 1_690],
  [1.005 * 200, 20_100],
  [99_999.99, 9_999_999],
  [10.0000000005, 1_000],
  [-0 + 0.02, 2],
];

const REFUSED: [string, unknown, string][] = [
  ['text', '10', 'number'],
  ['zero', 0, 'greater than zero'],
  ['minus zero', -0, 'greater than zero'],
  ['negative', -1, 'greater than zero'],
  ['three decimals', 10.005, 'whole cents'],
  ['noise beyond 1e-9', 10.000000002, 'whole cents'],
  ['less than a cent', 0.004, 'whole cents'],
  ['nearly zero', 1e-10, 'whole cents'],
  ['the smallest positive number', Number.MIN_VALUE, 'whole cents'],
  ['a cent above the maximum', 100_000, 'at most 99999.99'],
  ['just above the maximum', 99_999.995, 'whole cents'],
  ['1e21', 1e21, 'at most 99999.99'],
  ['the largest number', Number.MAX_VALUE, 'must be'],
  ['NaN', Number.NaN, 'number'],
  ['infinity', Number.POSITIVE_INFINITY, 'number'],
  ['null', null, 'number'],
  ['a boolean', true, 'number'],
  ['a list', [10], 'number'],
  ['an object', { valueOf: () => 10 }, 'number'],
  ['a big integer', 10n, 'number'],
];

describe('D2: an amount', () => {
  test.each(ACCEPTED)('%d is read as %d cents', (amount, cents) => {
    expect(readAmount(amount)).toEqual({ ok: true, value: cents });
  });

  test.each(REFUSED)('%s is refused and never rounded', (_, amount, rule) => {
    expect(readAmount(amount)).toEqual({ ok: false, problem: expect.stringContaining(rule) });
  });

  test('with more digits in JSON than a number holds is refused', () => {
    expect(readAmount(JSON.parse('1e400'))).toMatchObject({ ok: false });
  });
});

describe('invariant 6: an amount is returned as it was received', () => {
  const cents = fc.integer({ min: 1, max: MAX_CENTS });
  const written = (value: number) => [(value / 100).toFixed(2), String(value / 100), `${value}e-2`];

  test('for every value in cents, in every JSON form', () => {
    fc.assert(
      fc.property(cents, (value) => {
        for (const text of written(value)) {
          const amount: number = JSON.parse(text);
          const reading = readAmount(amount);
          expect(reading).toEqual({ ok: true, value });
          expect(JSON.stringify(amountOf(value))).toBe(JSON.stringify(amount));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('for every value in cents of the first and the last 1,000 euros of the range', () => {
    const wrong: number[] = [];
    const check = (value: number) => {
      const reading = readAmount(JSON.parse((value / 100).toFixed(2)));
      if (!reading.ok || amountOf(reading.value) !== value / 100) wrong.push(value);
    };
    for (let value = 1; value <= 100_000; value += 1) check(value);
    for (let value = MAX_CENTS - 100_000; value <= MAX_CENTS; value += 1) check(value);
    expect(wrong).toEqual([]);
  });

  test('but one with three significant decimals is refused (D2)', () => {
    const thousandths = fc.integer({ min: 1, max: MAX_CENTS * 10 }).filter((value) => value % 10 !== 0);
    fc.assert(
      fc.property(thousandths, (value) => {
        expect(readAmount(JSON.parse((value / 1_000).toFixed(3)))).toMatchObject({ ok: false });
      }),
      { numRuns: 2_000 },
    );
  });
});
