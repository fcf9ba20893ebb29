import { expect, test } from 'vitest';
import { isContact } from '../../../../functions/merchants/accounts/company.ts';

test.each([
  ['ana@padaria.example', true],
  ['Ana Silva, +351 912 345 678', true],
  ['21 793 (2345)', true],
  ['Ana Silva', false],
  ['ana@padaria', false],
  ['rua 12345678', false],
])('whether %j reaches somebody: %j', (text, expected) => {
  expect(isContact(text)).toBe(expected);
});
