import { beforeEach, describe, expect } from 'vitest';
import { sibs, sibsTest as test } from '../../rig/adapters.ts';
import { inWords } from '../../rig/banks/bank-script.ts';
import type { Reply } from '../../rig/banks/scripted-server.ts';
import { bankAgainst, json } from '../../rig/banks/scripted-sibs.ts';

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

  test.each([
    ['in UTC', '2026-02-16T22:00:00.000Z', '2026-02-16T22:00:00Z'],
    ['with an offset', '2026-07-16T23:59:59+01:00', '2026-07-16T22:59:59Z'],
    ['without a zone, in Lisbon’s summer', '2026-07-16T23:59:59', '2026-07-16T22:59:59Z'],
    ['without a zone, in Lisbon’s winter', '2026-02-16T23:59:59', '2026-02-16T23:59:59Z'],
    ['as a day', '2026-02-16', '2026-02-16T23:59:59Z'],
  ])('expires when the bank reports, %s', async (_, expireDate, instant) => {
    sibs.script('generate', generated({ expireDate }));
    expect(await issue()).toEqual(issuedUntil(instant));
  });

  test('is issued also when its code is that of waiting (C.5)', async () => {
    const returnStatus = { statusCode: '00.110.1601', statusMsg: 'Pending' };
    sibs.script('generate', json({ paymentStatus: 'Pending', paymentReference: REFERENCE, returnStatus }));
    expect(await issue()).toEqual(issuedUntil('2026-02-15T23:59:59Z'));
  });

  test('expires as requested where the bank gives no expiry', async () => {
    sibs.script('generate', generated({ expireDate: null }));
    expect(await issue()).toEqual(issuedUntil('2026-02-15T23:59:59Z'));
  });

  test('is read without its spaces', async () => {
    sibs.script('generate', generated({ reference: '123 456 789', entity: 24000 }));
    expect(await issue()).toEqual(issuedUntil('2026-02-15T23:59:59Z'));
  });

  const declined = (statusCode: string) => json({ paymentStatus: 'Declined', returnStatus: { statusCode } });
  test.each<[string, Reply, outcome: string]>([
    ['an invalid date', generated({ expireDate: 'soon' }), 'unknown: start: no usable reference'],
    ['an invalid number', generated({ reference: '12345' }), 'unknown: start: no usable reference'],
    ['no reference', json({ paymentStatus: 'Pending', returnStatus: OK }), 'unknown: start: no usable reference'],
    ['503', { status: 503, body: '' }, 'unknown: start: HTTP 503 none none'],
    ['half an answer', 'reset-in-body', 'unknown: start: ECONNRESET'],
    ['a code for the amount', declined('10.107.0002'), 'refused: amount'],
    ['another reason', declined('01.106.0004'), 'fault: start: HTTP 200 Declined 01.106.0004'],
    ['a code about phones', declined('E0506'), 'fault: start: alias code'],
  ])('is not issued after %s', async (_, reply, outcome) => {
    sibs.script('generate', reply);
    expect(inWords(await issue())).toBe(outcome);
    expect(sibs.seenAt('generate')).toHaveLength(1);
  });
});
