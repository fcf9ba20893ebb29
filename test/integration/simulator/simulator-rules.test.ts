import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountsFrom } from '../../../functions/simulator/accounts.ts';
import { checkDigits, randomReference } from '../../../functions/simulator/payments/start.ts';
import { toWireAmount, wireAmount } from '../../../functions/simulator/sibs/wire.ts';

// The published weights, rightmost digit first.
const WEIGHTS = [3, 30, 9, 90, 27, 76, 81, 34, 49, 5, 50, 15, 53, 45, 62, 38, 89, 17, 73, 51];

describe('check digits of a reference', () => {
  it('are those of the published vector: 11604, 999 1234 and 25.86 EUR give 90', () => {
    expect(checkDigits('11604', '9991234', 2586)).toBe('90');
  });

  it('follow the published weights', () => {
    const digits = (length: number) =>
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''));
    fc.assert(
      fc.property(digits(5), digits(7), fc.integer({ min: 1, max: 99_999_999 }), (entity, seven, cents) => {
        const number = [...`${entity}${seven}${String(cents).padStart(8, '0')}`].reverse();
        const sum = number.reduce((total, digit, index) => total + Number(digit) * (WEIGHTS[index] ?? 0), 0);
        expect(checkDigits(entity, seven, cents)).toBe(String(98 - (sum % 97)).padStart(2, '0'));
      }),
    );
  });

  it('are the end of every issued reference', () => {
    for (let count = 0; count < 200; count++) {
      const reference = randomReference('24000', 510);
      expect(reference).toMatch(/^[0-9]{9}$/);
      expect(reference.slice(7)).toBe(checkDigits('24000', reference.slice(0, 7), 510));
    }
  });
});

describe('an amount on the wire', () => {
  const cents = fc.integer({ min: 1, max: 99_999_999 });

  it('is unchanged by writing and reading, for every amount in whole cents', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const sent = JSON.parse(JSON.stringify(toWireAmount(amount)));
        expect(wireAmount.parse(sent)).toBe(amount);
      }),
    );
  });

  it('is refused with a third decimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 9 }), (amount, thousandth) => {
        const value = Number(`${(amount / 100).toFixed(2)}${thousandth}`);
        expect(wireAmount.safeParse({ value, currency: 'EUR' }).success).toBe(false);
      }),
    );
  });
});

describe('the credentials of a bank account', () => {
  const clock = () => 0;
  const read = (secret: string) => accountsFrom([{ name: 'sandbox', secretId: 'id' }], async () => secret, clock)();
  const good = {
    clientId: 'client',
    token: 'token',
    terminalId: '58019',
    entity: '24000',
    notificationKey: randomBytes(32).toString('base64'),
  };

  it('may have the terminal as a number or as its digits', async () => {
    expect(await read(JSON.stringify(good))).toMatchObject([{ name: 'sandbox', terminalId: 58019 }]);
    expect(await read(JSON.stringify({ ...good, terminalId: 58019 }))).toMatchObject([{ terminalId: 58019 }]);
  });

  it('may have the key without its padding', async () => {
    const notificationKey = good.notificationKey.replace('=', '');
    const [account] = await read(JSON.stringify({ ...good, notificationKey }));
    expect(account?.notificationKey).toEqual(Buffer.from(good.notificationKey, 'base64'));
  });

  it.each([
    ['is not JSON', '{"token":"s3cret"', 'JSON'],
    ['has a short key', JSON.stringify({ ...good, token: 's3cret', notificationKey: 'czNjcmV0' }), 'notificationKey'],
    ['lacks a field', JSON.stringify({ ...good, token: 's3cret', entity: undefined }), 'entity'],
  ])('are refused without quoting them when the secret %s', async (_what, secret, field) => {
    const error = await read(secret).catch((thrown: unknown) => String(thrown));
    expect(error).toContain(field);
    expect(error).not.toMatch(/s3cret|czNj/);
  });
});
