import { beforeEach, describe, expect } from 'vitest';
import { sibsBank } from '../../../functions/banking/sibs/sibs.ts';
import { sibs, sibsTest as test } from '../../rig/adapters.ts';
import type { Reply } from '../../rig/banks/scripted-server.ts';
import { bankAgainst, CREDENTIALS, json, NOW_MS, startScriptedSibs } from '../../rig/banks/scripted-sibs.ts';

const PUSH = { transactionId: 'tx_0123456789abcdefghjkmnpq', amountCents: 1690, phoneNumber: '912345678' };
const OK = { statusCode: '000', statusMsg: 'Success' };
const REGISTERED = json({
  amount: { value: 16.9, currency: 'EUR' },
  merchant: { terminalId: '58019', merchantTransactionId: 'x' },
  transactionID: 's2efgrtgn456477',
  transactionSignature: 'sig==',
  formContext: 'eyJ9',
  expiry: '2026-02-12T19:38:08.354Z',
  tokenList: [],
  paymentMethodList: ['MBWAY'],
  execution: { startTime: '2026-02-12T19:08:08.354Z', endTime: '2026-02-12T19:08:08.400Z' },
  returnStatus: { ...OK, statusDescription: 'Success' },
});
const PENDING = json({
  transactionID: 's2efgrtgn456477',
  paymentStatus: 'Pending',
  amount: { value: '16.90', currency: 'EUR' },
  execution: { endTime: '2026-02-12T19:08:09.354Z' },
  returnStatus: OK,
});
const HTML_502: Reply = { status: 502, type: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' };
const GATEWAY_401 = json({ httpCode: '401', httpMessage: 'Unauthorized', moreInformation: 'Invalid client id.' }, 401);
const GATEWAY_429 = json(
  { httpCode: '429', httpMessage: 'Too Many Requests', moreInformation: 'Rate Limit exceeded' },
  429,
);
const GARBAGE: Reply = { status: 200, body: '{"paymentStatus":"Pend' };
const declined = (statusCode: string) =>
  json({ paymentStatus: 'Declined', returnStatus: { statusCode, statusMsg: 'Declined' } });
const awaiting = (paymentStatus: string) =>
  json({ paymentStatus, returnStatus: { statusCode: '00.110.1601', statusMsg: 'Pending' } });
const businessError = (statusCode: string, status = 200) =>
  json({ returnStatus: { statusCode, statusMsg: 'Error' } }, status);

beforeEach(() => {
  sibs.script('checkout', REGISTERED);
  sibs.script('purchase', PENDING);
});

const start = (impatientFor?: string) => bankAgainst(sibs, impatientFor).startPush(PUSH, async () => true);

describe('a push', () => {
  test('is a checkout with the bearer token, then a purchase with the checkout’s signature', async () => {
    const claimed: { bankId: string; pushesThen: number }[] = [];
    const outcome = await bankAgainst(sibs).startPush(PUSH, async (bankId) => {
      claimed.push({ bankId, pushesThen: sibs.seenAt('purchase').length });
      return true;
    });
    expect(outcome).toEqual({ kind: 'live' });
    expect(claimed).toEqual([{ bankId: 's2efgrtgn456477', pushesThen: 0 }]);
    const [checkout, purchase] = sibs.seen;
    expect(checkout?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-ibm-client-id': 'client-1',
      'content-type': 'application/json',
    });
    expect(JSON.parse(checkout?.body ?? '')).toEqual({
      merchant: {
        terminalId: 58019,
        channel: 'web',
        merchantTransactionId: expect.stringMatching(/^0123456789abcdefghjkmnpq-[0-9a-z]{5}$/),
      },
      transaction: {
        transactionTimestamp: '2026-02-12T19:08:08.354Z',
        description: 'Payment',
        moto: false,
        paymentType: 'PURS',
        amount: { value: 16.9, currency: 'EUR' },
        paymentMethod: ['MBWAY'],
      },
    });
    expect(purchase?.path).toBe('/sibs/spg/v2/payments/s2efgrtgn456477/mbway-id/purchase');
    expect(purchase?.headers).toMatchObject({ authorization: 'Digest sig==', 'x-ibm-client-id': 'client-1' });
    expect(purchase?.body).toBe('{"customerPhone":"351#912345678"}');
  });

  test('has a new merchant transaction id at every checkout', async () => {
    await start();
    await start();
    const ids = sibs.seenAt('checkout').map(({ body }) => JSON.parse(body).merchant.merchantTransactionId);
    expect(new Set(ids).size).toBe(2);
    expect(ids.map((id: string) => id.length)).toEqual([30, 30]);
  });

  test('is not sent when the claim cannot be written', async () => {
    const lost = bankAgainst(sibs).startPush(PUSH, () => Promise.reject(new Error('table away')));
    await expect(lost).rejects.toThrow('table away');
    expect(sibs.seenAt('purchase')).toHaveLength(0);
  });
});

describe('the checkout, which requests no money,', () => {
  test.each<[string, Reply, object]>([
    ['unreachable at an HTML 502', HTML_502, { kind: 'unreachable', detail: 'checkout: HTTP 502' }],
    ['unreachable at 503', businessError('E0999', 503), { kind: 'unreachable', detail: 'checkout: HTTP 503' }],
    ['unreachable at the gateway’s 429', GATEWAY_429, { kind: 'unreachable', detail: 'checkout: HTTP 429' }],
    ['unreachable at garbage', GARBAGE, { kind: 'unreachable', detail: 'checkout: HTTP 200, not a checkout' }],
    [
      'unreachable without a signature',
      json({ transactionID: 's2', returnStatus: OK }),
      { kind: 'unreachable', detail: 'checkout: HTTP 200, not a checkout' },
    ],
    ['unreachable when the connection is reset', 'reset', { kind: 'unreachable', detail: 'checkout: ECONNRESET' }],
    [
      'unreachable when its answer breaks off',
      'reset-in-body',
      { kind: 'unreachable', detail: 'checkout: ECONNRESET' },
    ],
    ['refused for its amount', businessError('10.107.0002'), { kind: 'refused', field: 'amount' }],
    ['refused for its amount with a 400', businessError('10.107.0003', 400), { kind: 'refused', field: 'amount' }],
    ['our fault at the gateway’s 401', GATEWAY_401, { kind: 'fault', detail: 'checkout: HTTP 401 none' }],
    ['our fault at 403', { status: 403, body: '' }, { kind: 'fault', detail: 'checkout: HTTP 403 none' }],
    ['our fault at E0501', businessError('E0501'), { kind: 'fault', detail: 'checkout: HTTP 200 E0501' }],
    [
      'our fault at an unknown code',
      businessError('12.110.0042'),
      { kind: 'fault', detail: 'checkout: HTTP 200 12.110.0042' },
    ],
    ['our fault at 404', { status: 404, body: '<html>' }, { kind: 'fault', detail: 'checkout: HTTP 404 none' }],
  ])('is %s, and nothing is claimed', async (_, reply, outcome) => {
    sibs.script('checkout', reply);
    let claims = 0;
    const started = await bankAgainst(sibs).startPush(PUSH, async () => {
      claims += 1;
      return true;
    });
    expect(started).toEqual(outcome);
    expect(claims).toBe(0);
    expect(sibs.seen).toHaveLength(1);
  });

  test('is unreachable when the answer is late', async () => {
    sibs.script('checkout', 'silence');
    expect(await start('/payments')).toEqual({ kind: 'unreachable', detail: 'checkout: deadline' });
  });

  test('is unreachable when nothing listens', async () => {
    const gone = await startScriptedSibs();
    await gone.close();
    const outcome = await bankAgainst(gone).startPush(PUSH, async () => true);
    expect(outcome).toEqual({ kind: 'unreachable', detail: 'checkout: ECONNREFUSED' });
  });
});

describe('the purchase', () => {
  test.each<[string, Reply, object]>([
    ['live when in process', json({ paymentStatus: 'InProcessing', returnStatus: OK }), { kind: 'live' }],
    // SIBS's page C.5: "operation accepted but not finalized", as for MB WAY's approval.
    ['live when it awaits approval', awaiting('Pending'), { kind: 'live' }],
    ['live when it awaits approval, in process', awaiting('InProcessing'), { kind: 'live' }],
    [
      'unknown when it is paid and awaits approval',
      awaiting('Success'),
      { kind: 'unknown', detail: 'start: HTTP 200 Success 00.110.1601' },
    ],
    ['live when paid immediately', json({ paymentStatus: 'Success', returnStatus: OK }), { kind: 'live' }],
    ['live when declined by the customer immediately', declined('E0500'), { kind: 'live' }],
    ['live when declined for lack of funds immediately', declined('E0113'), { kind: 'live' }],
    ['refused for a phone without MB WAY', declined('E0506'), { kind: 'refused', field: 'phoneNumber' }],
    ['refused for the form of the phone', businessError('E0504'), { kind: 'refused', field: 'phoneNumber' }],
    ['refused for the phone with a 400', businessError('E0506', 400), { kind: 'refused', field: 'phoneNumber' }],
    ['refused for the amount', declined('10.107.0003'), { kind: 'refused', field: 'amount' }],
    ['our fault at the gateway’s 401', GATEWAY_401, { kind: 'fault', detail: 'start: HTTP 401 none none' }],
    [
      'our fault at E0501',
      json({ paymentStatus: 'Error', returnStatus: { statusCode: 'E0501' } }),
      { kind: 'fault', detail: 'start: HTTP 200 Error E0501' },
    ],
    ['unknown at an HTML 502', HTML_502, { kind: 'unknown', detail: 'start: HTTP 502 none none' }],
    [
      'unknown at 503, whatever its body',
      businessError('E0506', 503),
      { kind: 'unknown', detail: 'start: HTTP 503 none none' },
    ],
    ['unknown at the gateway’s 429', GATEWAY_429, { kind: 'unknown', detail: 'start: HTTP 429 none none' }],
    [
      'unknown at an HTML 200',
      { status: 200, body: '<html></html>' },
      { kind: 'unknown', detail: 'start: HTTP 200 none none' },
    ],
    [
      'unknown at an HTML 403',
      { status: 403, body: '<html></html>' },
      { kind: 'unknown', detail: 'start: HTTP 403 none none' },
    ],
    ['unknown at garbage', GARBAGE, { kind: 'unknown', detail: 'start: HTTP 200 none none' }],
    ['unknown at an unknown error', businessError('E0999'), { kind: 'unknown', detail: 'start: HTTP 200 none E0999' }],
    [
      'unknown at Pending with an error',
      json({ paymentStatus: 'Pending', returnStatus: { statusCode: 'E0999' } }),
      { kind: 'unknown', detail: 'start: HTTP 200 Pending E0999' },
    ],
    [
      'live when declined with a 400',
      json({ paymentStatus: 'Declined', returnStatus: { statusCode: 'E0500' } }, 400),
      { kind: 'live' },
    ],
    [
      'our fault at a 400 with an unknown code',
      businessError('E0999', 400),
      { kind: 'fault', detail: 'start: HTTP 400 none E0999' },
    ],
    [
      'unknown at a 400 without a code',
      json({ httpCode: '400' }, 400),
      { kind: 'unknown', detail: 'start: HTTP 400 none none' },
    ],
    [
      'unknown at a 400 that reports Pending',
      json({ paymentStatus: 'Pending', returnStatus: OK }, 400),
      { kind: 'unknown', detail: 'start: HTTP 400 Pending 000' },
    ],
    [
      'unknown at Timeout',
      json({ paymentStatus: 'Timeout', returnStatus: OK }),
      { kind: 'unknown', detail: 'start: HTTP 200 Timeout 000' },
    ],
    ['unknown when the connection is reset', 'reset', { kind: 'unknown', detail: 'start: ECONNRESET' }],
    ['unknown when its answer breaks off', 'reset-in-body', { kind: 'unknown', detail: 'start: ECONNRESET' }],
  ])('is %s, and is never repeated', async (_, reply, outcome) => {
    sibs.script('purchase', reply);
    expect(await start()).toEqual(outcome);
    expect(sibs.seenAt('purchase')).toHaveLength(1);
  });

  test('is unknown when the answer is late', async () => {
    sibs.script('purchase', 'silence');
    expect(await start('/purchase')).toEqual({ kind: 'unknown', detail: 'start: deadline' });
  });

  test('is unreachable when it was certainly not sent', async () => {
    sibs.script('checkout', json({ transactionID: 's2', transactionSignature: 'not\na header', returnStatus: OK }));
    expect(await start()).toEqual({ kind: 'unreachable', detail: 'start: ERR_INVALID_CHAR' });
    expect(sibs.seenAt('purchase')).toHaveLength(0);
  });
});

describe('the two calls share 20 s', () => {
  const startWith = async (checkoutMs: number, claimMs: number) => {
    let nowMs = NOW_MS;
    const given: number[] = [];
    const bank = sibsBank({
      account: { baseUrl: 'https://bank.example/v2' },
      credentials: CREDENTIALS,
      clock: () => nowMs,
      call: async ({ timeoutMs }) => {
        given.push(timeoutMs);
        nowMs += checkoutMs;
        const answer = given.length === 1 ? REGISTERED : PENDING;
        return typeof answer === 'string' ? { kind: 'no-answer', detail: '' } : { kind: 'answered', ...answer };
      },
    });
    const outcome = await bank.startPush(PUSH, async () => {
      nowMs += claimMs;
      return true;
    });
    return { outcome, given };
  };

  test('and the second has the rest after the first and the claim, at least 10 s', async () => {
    expect(await startWith(100, 50)).toEqual({ outcome: { kind: 'live' }, given: [9_000, 19_850] });
    expect(await startWith(9_000, 1_000)).toEqual({ outcome: { kind: 'live' }, given: [9_000, 10_000] });
  });

  test('and after too slow a claim the push is not sent', async () => {
    const { outcome, given } = await startWith(9_000, 6_500);
    expect(outcome).toEqual({ kind: 'unreachable', detail: 'no time left after the claim' });
    expect(given).toHaveLength(1);
  });
});
