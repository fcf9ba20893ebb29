import { createDecipheriv, randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
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
