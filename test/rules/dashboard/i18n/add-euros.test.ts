import { expect, test } from 'vitest';
import { addEuros } from '../../../../dashboard/src/i18n/add-euros.ts';

test('euros are added in cents', () => {
  expect(addEuros([0.1, 0.2])).toBe(0.3);
  expect(addEuros([1.1, 2.2, -3.3])).toBe(0);
});
