import { createDecipheriv, randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { checkDigits, randomReference } from '../../../functions/simulator/payments/start.ts';
import { seal } from '../../../functions/simulator/sibs/encryption.ts';
import { test as it, rig, SANDBOX } from '../../fixtures/simulator/bank.ts';
import { bearer, checkoutBody } from '../../fixtures/simulator/payments.ts';
import { opensslGcm } from '../../support/banks/openssl-gcm.ts';
import { publishedSibs } from '../../support/banks/published-sibs.ts';

describe('notifications by the simulator and by OpenSSL', () => {
  it('have the same ciphertext', () => {
    const key = randomBytes(32);
    const text = publishedSibs('mbway-purchase.json');
    const ours = seal(text, key);
    const theirs = opensslGcm(Buffer.from(text), key, Buffer.from(ours.initializationVector, 'base64'));
    expect(theirs.ciphertext.toString('base64')).toBe(ours.ciphertext);
    expect(theirs.tag.toString('base64')).toBe(ours.authenticationTag);
    const decipher = createDecipheriv('aes-256-gcm', key, theirs.iv).setAuthTag(theirs.tag);
    expect(decipher.update(theirs.ciphertext).toString() + decipher.final()).toBe(text);
  });
});

describe('a checkout of others is accepted:', () => {
  const checkout = (rawBody: string) => rig.checkout({ headers: bearer(), rawBody });

  it.each(['checkout-mbway.json', 'checkout-mbway-end-to-end.json'])('%s, as SIBS publishes it', async (file) => {
    const text = publishedSibs(file).replace(/(?<="terminalId": )\d+/, String(SANDBOX.terminalId));
    expect(await checkout(text)).toMatchObject({ status: 200, body: { returnStatus: { statusCode: '000' } } });
  });

  // The methods that qub-it/fenixedu-treasury-base offers (`SibsPayAPIService.java`, f6192aa).
  it.each([[['MANDATE', 'MBWAY']], [['CARD']]])('with the methods %j', async (paymentMethod) => {
    expect(await checkout(JSON.stringify(checkoutBody({ transaction: { paymentMethod } })))).toMatchObject({
      status: 200,
    });
  });
});

describe('check digits of a reference', () => {
  it('are those of the published vector: 11604, 999 1234 and 25.86 EUR give 90', () => {
    expect(checkDigits('11604', '9991234', 2586)).toBe('90');
  });

  it('follow the published weights, rightmost digit first', () => {
    const weights = [3, 30, 9, 90, 27, 76, 81, 34, 49, 5, 50, 15, 53, 45, 62, 38, 89, 17, 73, 51];
    for (let round = 0; round < 50; round += 1) {
      const reference = randomReference('24000', 510);
      const digits = [...`24000${reference.slice(0, 7)}00000510`].reverse();
      const sum = digits.reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0);
      expect(reference.slice(7)).toBe(String(98 - (sum % 97)).padStart(2, '0'));
    }
  });
});
