import { beforeEach, describe, expect } from 'vitest';
import { provider, ifthenpayTest as test } from '../../../rig/adapters.ts';
import { ifthenpayAgainst, PUSH_ID, recorded } from '../../../rig/banks/scripted-ifthenpay.ts';

const PUSH = { transactionId: 'tx_0123456789abcdefghjkmnpq', amountCents: 1690, phoneNumber: '912345678' };

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

test('a push without an answer leaves the outcome unknown, and nothing is sent again', async () => {
  provider.script('push', 'silence');
  const outcome = await ifthenpayAgainst(provider, { impatient: true }).startPush(PUSH, async () => true);
  expect(outcome).toEqual({ kind: 'unknown', detail: 'start: deadline' });
  expect(provider.seen).toHaveLength(1);
});
