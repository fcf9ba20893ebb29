import { createDecipheriv, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSibsNotification } from '../../../functions/banking/sibs/notification.ts';
import { checkoutId } from '../../../functions/banking/sibs/wire.ts';
import { seal } from '../../../functions/simulator/sibs/encryption.ts';
import { opensslGcm } from '../../support/openssl-gcm.ts';
import {
  PUSH_DECLINED,
  PUSH_PAID,
  PUSH_PAID_NEWER,
  REFERENCE_GENERATED,
  REFERENCE_PAID,
  type Sample,
} from '../../support/published-samples.ts';

const KEY = randomBytes(32);
const TRANSACTION_ID = 'tx_0123456789abcdefghjkmnpq';
const FACTS = { bankId: 's2efgrtgn456477', merchantTransactionId: checkoutId(TRANSACTION_ID) };

/** Reads a sample that was encrypted without our code. `change` may corrupt it. */
function read(sample: Sample, change: (sealed: ReturnType<typeof opensslGcm>) => void = () => undefined) {
  const sealed = opensslGcm(Buffer.from(JSON.stringify(sample(FACTS))), KEY);
  change(sealed);
  const headers = {
    'X-Initialization-Vector': sealed.iv.toString('base64'),
    'X-Authentication-Tag': sealed.tag.toString('base64'),
  };
  return readSibsNotification({ headers, rawBody: sealed.ciphertext.toString('base64') }, KEY, 0);
}

const MONEY = { amountCents: 1_620 };

describe('notifications in the published forms, encrypted with OpenSSL’s command line', () => {
  it.each<[string, Sample, unknown]>([
    ['a push that was paid', PUSH_PAID, { kind: 'paid', method: 'MBWAY', ...MONEY }],
    ['a push that was paid, newer shape', PUSH_PAID_NEWER, { kind: 'paid', method: 'MBWAY', ...MONEY }],
    ['a push that was declined', PUSH_DECLINED, { kind: 'refused', by: 'bank' }],
    ['a reference that was paid', REFERENCE_PAID, { kind: 'paid', method: 'REFERENCE', ...MONEY }],
  ])('%s is read', (_what, sample, status) => {
    expect(read(sample)).toMatchObject({
      kind: 'notice',
      notice: { bankId: FACTS.bankId, transactionId: TRANSACTION_ID, status },
    });
  });

  it('the generation of a reference, notified as Success, is not a payment', () => {
    expect(read(REFERENCE_GENERATED)).toMatchObject({ kind: 'irrelevant' });
  });

  it.each<[string, (sealed: ReturnType<typeof opensslGcm>) => void]>([
    ['tag', ({ tag }) => tag.writeUInt8(tag.readUInt8(0) ^ 1, 0)],
    ['ciphertext', ({ ciphertext }) => ciphertext.writeUInt8(ciphertext.readUInt8(0) ^ 1, 0)],
    ['vector', ({ iv }) => iv.writeUInt8(iv.readUInt8(0) ^ 1, 0)],
  ])('with one bit of the %s changed it is refused', (_part, change) => {
    expect(read(PUSH_PAID, change)).toMatchObject({ kind: 'rejected' });
  });
});

describe('notifications by the simulator and by OpenSSL', () => {
  it('have the same ciphertext', () => {
    const text = JSON.stringify(PUSH_PAID(FACTS));
    const ours = seal(text, KEY);
    const theirs = opensslGcm(Buffer.from(text), KEY, Buffer.from(ours.initializationVector, 'base64'));
    expect(theirs.ciphertext.toString('base64')).toBe(ours.ciphertext);
    expect(theirs.tag.toString('base64')).toBe(ours.authenticationTag);
    const decipher = createDecipheriv('aes-256-gcm', KEY, theirs.iv).setAuthTag(theirs.tag);
    expect(decipher.update(theirs.ciphertext).toString() + decipher.final()).toBe(text);
  });
});
