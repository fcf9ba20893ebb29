import { beforeEach, describe, expect } from 'vitest';
import { sibs, sibsTest as test } from '../../../rig/adapters.ts';
import { bankAgainst, json } from '../../../rig/banks/scripted-sibs.ts';

const EXPIRES_AT_MS = Date.parse('2026-02-15T23:59:59.000Z');
const REQUEST = { transactionId: 'tx_0123456789abcdefghjkmnpq', amountCents: 510, expiresAtMs: EXPIRES_AT_MS };
const OK = { statusCode: '000', statusMsg: 'Success', statusDescription: 'Success' };
const REFERENCE = {
  reference: '123456789',
  entity: '24000',
  paymentEntity: '24000',
  amount: { value: '5.10', currency: 'EUR' },
  status: 'UNPAID',
  expireDate: '2026-02-15T23:59:59.000Z',
};
const generated = (changes: object = {}) =>
  json({
    transactionID: 's2ref',
    paymentStatus: 'Pending',
    paymentMethod: 'REFERENCE',
    paymentReference: { ...REFERENCE, ...changes },
    execution: { startTime: '2026-02-12T19:08:08.354Z' },
    returnStatus: OK,
  });

beforeEach(() => {
  sibs.script('checkout', json({ transactionID: 's2ref', transactionSignature: 'sig==', returnStatus: OK }));
  sibs.script('generate', generated());
});

const issue = () => bankAgainst(sibs).issueReference(REQUEST, async () => true);
const issuedUntil = (expireDate: string) => ({
  kind: 'issued',
  entity: '24000',
  reference: '123456789',
  expiresAtMs: Date.parse(expireDate),
});

describe('a reference', () => {
  test('is a checkout for the exact amount and the requested expiry, then a generation', async () => {
    expect(await issue()).toEqual(issuedUntil('2026-02-15T23:59:59Z'));
    const [checkout, generate] = sibs.seen;
    const amount = { value: 5.1, currency: 'EUR' };
    expect(JSON.parse(checkout?.body ?? '').transaction).toMatchObject({
      amount,
      paymentMethod: ['REFERENCE'],
      paymentReference: {
        initialDatetime: '2026-02-12T19:08:08.354Z',
        finalDatetime: '2026-02-15T23:59:59.000Z',
        minAmount: amount,
        maxAmount: amount,
        entity: '24000',
      },
    });
    expect(generate?.path).toBe('/sibs/spg/v2/payments/s2ref/service-reference/generate');
    expect(generate?.headers.authorization).toBe('Digest sig==');
    expect(generate?.body).toBe('{}');
  });

  test('is not generated when another call has the claim', async () => {
    expect(await bankAgainst(sibs).issueReference(REQUEST, async () => false)).toEqual({ kind: 'claim-lost' });
    expect(sibs.seenAt('generate')).toHaveLength(0);
  });
});
