import { beforeEach, describe, expect } from 'vitest';
import { sibsBank } from '../../../functions/banking/sibs/sibs.ts';
import { sibs, sibsTest as test } from '../../rig/adapters.ts';
import { inWords } from '../../rig/banks/bank-script.ts';
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
/** A code of C.5: the operation was accepted and awaits MB WAY's approval. */
const APPROVAL = '00.110.1601';
const reported = (paymentStatus: string, statusCode = '000', status = 200) =>
  json({ paymentStatus, returnStatus: { statusCode } }, status);
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

  test('is not sent when the claim cannot be written', async () => {
    const lost = bankAgainst(sibs).startPush(PUSH, () => Promise.reject(new Error('table away')));
    await expect(lost).rejects.toThrow('table away');
    expect(sibs.seenAt('purchase')).toHaveLength(0);
  });
});

describe('the checkout, which requests no money,', () => {
  test.each<[string, Reply, outcome: string]>([
    ['an HTML 502', HTML_502, 'unreachable: checkout: HTTP 502'],
    ['503', businessError('E0999', 503), 'unreachable: checkout: HTTP 503'],
    ['the gateway’s 429', GATEWAY_429, 'unreachable: checkout: HTTP 429'],
    ['garbage', GARBAGE, 'unreachable: checkout: HTTP 200, not a checkout'],
    [
      'no signature',
      json({ transactionID: 's2', returnStatus: OK }),
      'unreachable: checkout: HTTP 200, not a checkout',
    ],
    ['a reset', 'reset', 'unreachable: checkout: ECONNRESET'],
    ['half an answer', 'reset-in-body', 'unreachable: checkout: ECONNRESET'],
    ['a code for the amount', businessError('10.107.0002'), 'refused: amount'],
    ['a code for the amount with a 400', businessError('10.107.0003', 400), 'refused: amount'],
    ['the gateway’s 401', GATEWAY_401, 'fault: checkout: HTTP 401 none'],
    ['403', { status: 403, body: '' }, 'fault: checkout: HTTP 403 none'],
    ['E0501', businessError('E0501'), 'fault: checkout: HTTP 200 E0501'],
    ['an unknown code', businessError('12.110.0042'), 'fault: checkout: HTTP 200 12.110.0042'],
    ['404', { status: 404, body: '<html>' }, 'fault: checkout: HTTP 404 none'],
  ])('after %s claims nothing', async (_, reply, outcome) => {
    sibs.script('checkout', reply);
    const claim = () => Promise.reject(new Error('claimed'));
    expect(inWords(await bankAgainst(sibs).startPush(PUSH, claim))).toBe(outcome);
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
  test.each<[string, Reply, outcome: string]>([
    ['in process', reported('InProcessing'), 'live'],
    // SIBS's page C.5: "operation accepted but not finalized", as for MB WAY's approval.
    ['awaiting approval', reported('Pending', APPROVAL), 'live'],
    ['awaiting approval, in process', reported('InProcessing', APPROVAL), 'live'],
    ['paid and awaiting approval', reported('Success', APPROVAL), 'unknown: start: HTTP 200 Success 00.110.1601'],
    ['paid immediately', reported('Success'), 'live'],
    ['declined by the customer immediately', reported('Declined', 'E0500'), 'live'],
    ['declined for lack of funds immediately', reported('Declined', 'E0113'), 'live'],
    ['declined with a 400', reported('Declined', 'E0500', 400), 'live'],
    ['declined for a phone without MB WAY', reported('Declined', 'E0506'), 'refused: phoneNumber'],
    ['a code for the form of the phone', businessError('E0504'), 'refused: phoneNumber'],
    ['a code for the phone with a 400', businessError('E0506', 400), 'refused: phoneNumber'],
    ['declined for the amount', reported('Declined', '10.107.0003'), 'refused: amount'],
    ['the gateway’s 401', GATEWAY_401, 'fault: start: HTTP 401 none none'],
    ['an error E0501', reported('Error', 'E0501'), 'fault: start: HTTP 200 Error E0501'],
    ['a 400 with an unknown code', businessError('E0999', 400), 'fault: start: HTTP 400 none E0999'],
    ['an HTML 502', HTML_502, 'unknown: start: HTTP 502 none none'],
    ['503, whatever its body', businessError('E0506', 503), 'unknown: start: HTTP 503 none none'],
    ['the gateway’s 429', GATEWAY_429, 'unknown: start: HTTP 429 none none'],
    ['an HTML 200', { status: 200, body: '<html></html>' }, 'unknown: start: HTTP 200 none none'],
    ['an HTML 403', { status: 403, body: '<html></html>' }, 'unknown: start: HTTP 403 none none'],
    ['garbage', GARBAGE, 'unknown: start: HTTP 200 none none'],
    ['an unknown error', businessError('E0999'), 'unknown: start: HTTP 200 none E0999'],
    ['Pending with an error', reported('Pending', 'E0999'), 'unknown: start: HTTP 200 Pending E0999'],
    ['a 400 without a code', json({ httpCode: '400' }, 400), 'unknown: start: HTTP 400 none none'],
    ['a 400 that reports Pending', reported('Pending', '000', 400), 'unknown: start: HTTP 400 Pending 000'],
    ['Timeout', reported('Timeout'), 'unknown: start: HTTP 200 Timeout 000'],
    ['a reset', 'reset', 'unknown: start: ECONNRESET'],
    ['half an answer', 'reset-in-body', 'unknown: start: ECONNRESET'],
  ])('after %s is never repeated', async (_, reply, outcome) => {
    sibs.script('purchase', reply);
    expect(inWords(await start())).toBe(outcome);
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
