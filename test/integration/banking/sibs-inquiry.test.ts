import { describe, expect } from 'vitest';
import { sibs, sibsTest as test } from '../../rig/adapters.ts';
import type { Reply } from '../../rig/banks/scripted-server.ts';
import { bankAgainst, json } from '../../rig/banks/scripted-sibs.ts';

const OK = { statusCode: '000', statusMsg: 'Success', statusDescription: 'Success' };

const paid = (status: number, transactionID?: string) =>
  json({ transactionID, paymentStatus: 'Success', returnStatus: OK }, status);
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

  test('that awaits approval says that the push was started (C.5)', async () => {
    sibs.script('status', json({ paymentStatus: 'Pending', returnStatus: { statusCode: '00.110.1601' } }));
    expect(await ask()).toEqual({ kind: 'waiting' });
  });

  test.each<[string, Reply, string]>([
    ['an HTML 502', { status: 502, body: '<html>', type: 'text/html' }, 'status: HTTP 502 none none'],
    ['a 503 that reports paid', paid(503), 'status: HTTP 503 Success 000'],
    ['the gateway’s 401', json({ httpCode: '401', httpMessage: 'Unauthorized' }, 401), 'status: HTTP 401 none none'],
    ['the gateway’s 429', json({ httpCode: '429' }, 429), 'status: HTTP 429 none none'],
    ['garbage', { status: 200, body: '{"paymentStatus":' }, 'status: HTTP 200 none none'],
    ['JSON that is not an object', { status: 200, body: 'null' }, 'status: HTTP 200 none none'],
    ['an error without a status', json({ returnStatus: { statusCode: 'E0501' } }), 'status: HTTP 200 none E0501'],
    ['another payment', paid(200, 's2other'), 'status: of another payment'],
  ])('is unknown after %s', async (_, reply, detail) => {
    sibs.script('status', reply);
    expect(await ask()).toEqual({ kind: 'unknown', detail });
    expect(sibs.seen).toHaveLength(1);
  });

  test.each<[string, Reply, detail: string, why: string]>([
    ['an answer that is late', 'silence', 'status: deadline', 'late'],
    ['a reset', 'reset', 'status: ECONNRESET', 'connection'],
    ['half an answer', 'reset-in-body', 'status: ECONNRESET', 'connection'],
  ])('is unknown after %s, with the reason', async (_, reply, detail, why) => {
    sibs.script('status', reply);
    expect(await ask(reply === 'silence' ? '/status' : undefined)).toEqual({ kind: 'unknown', detail, why });
    expect(sibs.seen).toHaveLength(1);
  });

  test('is expired where the bank reports only that the reference is over', async () => {
    sibs.script('status', json({ returnStatus: { statusCode: 'E0612', statusMsg: 'Reference cancelled or expired' } }));
    expect(await ask()).toEqual({ kind: 'expired', abandoned: false });
  });
});
