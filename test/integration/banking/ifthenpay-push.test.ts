import { beforeEach, describe, expect } from 'vitest';
import { provider, ifthenpayTest as test } from '../../rig/adapters.ts';
import { inWords } from '../../rig/banks/bank-script.ts';
import { ifthenpayAgainst, PUSH_ID, recorded } from '../../rig/banks/scripted-ifthenpay.ts';
import type { Reply } from '../../rig/banks/scripted-server.ts';
import { json } from '../../rig/banks/scripted-sibs.ts';

const PUSH = { transactionId: 'tx_0123456789abcdefghjkmnpq', amountCents: 1690, phoneNumber: '912345678' };
const HTML_502: Reply = { status: 502, type: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' };

beforeEach(() => provider.script('push', recorded('push-accepted')));

describe('a push at ifthenpay', () => {
  test('is claimed under our short order id before it is sent, and then sent once', async () => {
    const claimed: { bankId: string; callsThen: number }[] = [];
    const outcome = await ifthenpayAgainst(provider).startPush(PUSH, async (bankId) => {
      claimed.push({ bankId, callsThen: provider.seen.length });
      return true;
    });
    expect(outcome).toEqual({ kind: 'live', statusId: PUSH_ID });
    expect(claimed).toEqual([{ bankId: expect.stringMatching(/^w[0-9a-z]{14}$/), callsThen: 0 }]);
    expect(provider.seen).toHaveLength(1);
    expect(JSON.parse(provider.seen[0]?.body ?? '')).toEqual({
      mbWayKey: 'ABC-123456',
      orderId: claimed[0]?.bankId,
      amount: '16.90',
      mobileNumber: '351#912345678',
      description: 'Payment tx_0123456789abcdefghjkmnpq',
    });
  });

  test('is not sent when another call has the claim or the claim cannot be written', async () => {
    const bank = ifthenpayAgainst(provider);
    expect(await bank.startPush(PUSH, async () => false)).toEqual({ kind: 'claim-lost' });
    await expect(bank.startPush(PUSH, () => Promise.reject(new Error('table away')))).rejects.toThrow('table away');
    expect(provider.seen).toEqual([]);
  });

  test('has a new order id each time', async () => {
    const ids = new Set<string>();
    for (let n = 0; n < 20; n += 1) {
      await ifthenpayAgainst(provider).startPush(PUSH, async (bankId) => ids.size < ids.add(bankId).size);
    }
    expect(ids.size).toBe(20);
  });

  test.each<[number, string]>([
    [1, '0.01'],
    [10, '0.10'],
    [1000, '10.00'],
    [9_999_999, '99999.99'],
  ])('of %i cents requests %s', async (amountCents, amount) => {
    await ifthenpayAgainst(provider).startPush({ ...PUSH, amountCents }, async () => true);
    expect(JSON.parse(provider.seen[0]?.body ?? '').amount).toBe(amount);
  });

  test('above ifthenpay’s maximum is refused before the claim', async () => {
    const claim = () => Promise.reject(new Error('claimed'));
    const outcome = await ifthenpayAgainst(provider).startPush({ ...PUSH, amountCents: 10_000_000 }, claim);
    expect(outcome).toEqual({ kind: 'refused', field: 'amount' });
  });
});

describe('the answer to a push', () => {
  const answered = (changed: Record<string, unknown>) => recorded('push-accepted', changed);
  test.each<[string, Reply, outcome: string, statusId?: string]>([
    ['000 with numbers instead of texts', recorded('push-accepted-numbers'), 'live', PUSH_ID],
    ['000 without a request id', answered({ RequestId: null }), 'live'],
    ['113, not found at MB WAY', answered({ Status: '113' }), 'refused: phoneNumber'],
    ['122 with a request id: the status fails it', answered({ Status: '122' }), 'live', PUSH_ID],
    ['122 without a request id', answered({ Status: '122', RequestId: '' }), 'refused: phoneNumber'],
    ['100, not completed', answered({ Status: '100', RequestId: null }), 'unreachable: start: status 100'],
    ['999', answered({ Status: '999' }), 'unknown: start: status 999'],
    ['an unlisted status', answered({ Status: 'x y' }), 'unknown: start: status unlisted'],
    ['-1, of our key', answered({ Status: '-1' }), 'fault: start: status -1'],
    ['401, of our key', json({}, 401), 'fault: start: HTTP 401'],
    ['an HTML 502', HTML_502, 'unknown: start: HTTP 502'],
    ['429', json({}, 429), 'unknown: start: HTTP 429'],
    ['garbage', { status: 200, body: '{"Status":"0' }, 'unknown: start: not an answer'],
    ['a reset after the request', 'reset', 'unknown: start: ECONNRESET'],
  ])('%s', async (_, reply, expected, statusId) => {
    provider.script('push', reply);
    const outcome = await ifthenpayAgainst(provider).startPush(PUSH, async () => true);
    expect([inWords(outcome), 'statusId' in outcome ? outcome.statusId : undefined]).toEqual([expected, statusId]);
    expect(provider.seenAt('push')).toHaveLength(1);
  });

  test('that is missing leaves the outcome unknown, and nothing is sent again', async () => {
    provider.script('push', 'silence');
    const outcome = await ifthenpayAgainst(provider, { impatient: true }).startPush(PUSH, async () => true);
    expect(outcome).toEqual({ kind: 'unknown', detail: 'start: deadline' });
    expect(provider.seen).toHaveLength(1);
  });

  test('of an unreachable server means that certainly nothing was sent', async () => {
    const gone = ifthenpayAgainst({ baseUrl: 'http://127.0.0.1:1' });
    expect(await gone.startPush(PUSH, async () => true)).toMatchObject({ kind: 'unreachable' });
  });
});
