import { describe, expect } from 'vitest';
import { sibs, sibsTest as test } from '../../../rig/adapters.ts';
import { bankAgainst, json } from '../../../rig/banks/scripted-sibs.ts';

const OK = { statusCode: '000', statusMsg: 'Success', statusDescription: 'Success' };

const ask = (impatientFor?: string) => bankAgainst(sibs, impatientFor).askStatus('s2 pay/1');

describe('a status inquiry', () => {
  test('is one GET with the bearer token', async () => {
    sibs.script('status', json({ paymentStatus: 'Pending', paymentMethod: 'MBWAY', returnStatus: OK }));
    expect(await ask()).toEqual({ kind: 'waiting' });
    expect(sibs.seen).toMatchObject([
      {
        method: 'GET',
        path: '/sibs/spg/v2/payments/s2%20pay%2F1/status',
        headers: { authorization: 'Bearer token-1', 'x-ibm-client-id': 'client-1' },
        body: '',
      },
    ]);
  });

  test('reads a payment in the form of the inquiry: no date, amounts as strings, unused fields', async () => {
    const inquiry = {
      merchant: { terminalId: '58019', merchantTransactionId: '0123456789abcdefghjkmnpq-abcde' },
      transactionID: 's2 pay/1',
      amount: { currency: 'EUR', value: '16.20' },
      paymentType: 'PURS',
      paymentStatus: 'Success',
      paymentMethod: 'MBWAY',
      token: { tokenType: 'MobilePhone', value: '351#912345678' },
      execution: { endTime: '2026-03-12T10:48:44Z', startTime: '2026-03-12T10:48:43Z' },
      returnStatus: OK,
    };
    sibs.script('status', json(inquiry));
    expect(await ask()).toEqual({ kind: 'paid', method: 'MBWAY', amountCents: 1620, paidAtMs: null });
  });

  test('whose answer is late is unknown, and is asked once', async () => {
    sibs.script('status', 'silence');
    expect(await ask('/status')).toEqual({ kind: 'unknown', detail: 'status: deadline', why: 'late' });
    expect(sibs.seen).toHaveLength(1);
  });
});
