import { beforeEach, describe, expect } from 'vitest';
import { sibsBank } from '../../../../functions/banking/sibs/sibs.ts';
import { sibs, sibsTest as test } from '../../../rig/adapters.ts';
import { inWords } from '../../../rig/banks/answers.ts';
import type { Reply } from '../../../rig/banks/scripted-server.ts';
import { bankAgainst, CREDENTIALS, json, NOW_MS, startScriptedSibs } from '../../../rig/banks/scripted-sibs.ts';

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
    ['a reset', 'reset', 'unreachable: checkout: ECONNRESET'],
    ['half an answer', 'reset-in-body', 'unreachable: checkout: ECONNRESET'],
    ['503', json({}, 503), 'unreachable: checkout: HTTP 503'],
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
    ['a reset', 'reset', 'unknown: start: ECONNRESET'],
    ['half an answer', 'reset-in-body', 'unknown: start: ECONNRESET'],
    ['503', json({}, 503), 'unknown: start: HTTP 503 none none'],
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
