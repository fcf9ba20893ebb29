import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyringOf } from '../../../../functions/merchants/keys/keyring.ts';
import { phoneHashFrom, readPhoneNumber } from '../../../../functions/payments/start/phone.ts';
import { codePoint } from '../../../support/code-point.ts';

const [K1, K2] = ['a'.repeat(64), 'b'.repeat(64)];
const hashBy = (keys: object) => phoneHashFrom(async () => keyringOf(JSON.stringify(keys)));
const RULE = 'must be a Portuguese mobile number: a string of exactly 9 digits, format 9XXXXXXXX';

describe('§4.2: a phone number', () => {
  test('of nine digits beginning with 9 is accepted', () => {
    const numbers = fc.integer({ min: 900_000_000, max: 999_999_999 }).map(String);
    fc.assert(fc.property(numbers, (phone) => readPhoneNumber(phone).ok));
  });

  test.each<[string, unknown]>([
    ['of eight digits', '91234567'],
    ['of ten digits', '9123456789'],
    ['beginning with 2', '212345678'],
    ['with a country code', '+351912345678'],
    ['with 00351', '00351912345678'],
    ['in SIBS’s form', '351#912345678'],
    ['with spaces', '912 345 678'],
    ['with a leading space', ' 912345678'],
    ['with a trailing newline', '912345678\n'],
    ['with a leading newline', '\n912345678'],
    ['on the second line', 'x\n912345678'],
    ['in Arabic digits', '٩١٢٣٤٥٦٧٨'],
    ['in full-width digits', '９１２３４５６７８'],
    ['with a letter', '91234567a'],
    ['in exponent form', '9e8'],
    ['that is a number', 912345678],
    ['that is null', null],
    ['that is empty', ''],
    ['that is a list', ['912345678']],
    ['that is an object', { toString: () => '912345678' }],
    ['with a trailing null character', '912345678\u0000'],
  ])('%s is refused with the rule and without the number', (_, phone) => {
    const reading = readPhoneNumber(phone);
    expect(reading).toEqual({ ok: false, problem: expect.stringContaining(RULE) });
    expect(JSON.stringify(reading)).not.toContain('912345678');
  });

  test('in any other text is refused', () => {
    const others = fc.string({ unit: codePoint }).filter((text) => !/^9[0-9]{8}$/.test(text) || text.length !== 9);
    fc.assert(fc.property(others, (phone) => !readPhoneNumber(phone).ok));
  });
});

test('D6: a key added to the keyring does not change the hash of the same phone', async () => {
  const before = await hashBy({ k1: K1 })('tx_1', '910000000');
  expect(await hashBy({ k1: K1, k2: K2 })('tx_1', '910000000')).toBe(before);
});

test('the hash depends on phone, transaction and key', async () => {
  const hash = hashBy({ k1: K1 });
  const hashes = [
    await hash('tx_1', '910000000'),
    await hash('tx_1', '910000001'),
    await hash('tx_2', '910000000'),
    await hashBy({ k1: K2 })('tx_1', '910000000'),
  ];
  expect(new Set(hashes).size).toBe(4);
  for (const each of hashes) expect(each).not.toContain('910000000');
});
