import { expect, test } from 'vitest';
import { checkDigits } from '../../../../functions/simulator/payments/start.ts';

test('the check digits of a reference are those of the published vector: 11604, 999 1234 and 25.86 EUR give 90', () => {
  expect(checkDigits('11604', '9991234', 2586)).toBe('90');
});
