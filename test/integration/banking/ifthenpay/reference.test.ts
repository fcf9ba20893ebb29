import { beforeEach, describe, expect } from 'vitest';
import { DAY_MS } from '../../../../functions/runtime/durations.ts';
import { provider, ifthenpayTest as test } from '../../../rig/adapters.ts';
import { ifthenpayAgainst, REFERENCE_ID, recorded } from '../../../rig/banks/scripted-ifthenpay.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';

const REQUEST = {
  transactionId: 'tx_0123456789abcdefghjkmnpq',
  amountCents: 1_000,
  expiresAtMs: Date.parse('2026-02-15T23:59:59Z'),
};

beforeEach(() => provider.script('reference', recorded('reference-issued')));

const issue = (request = REQUEST, nowMs = NOW_MS) =>
  ifthenpayAgainst(provider, { nowMs }).issueReference(request, async () => true);

describe('a reference of ifthenpay', () => {
  test('is claimed under our order id of 25 characters, then requested once, with a validity in days', async () => {
    const claimed: string[] = [];
    const outcome = await ifthenpayAgainst(provider).issueReference(
      REQUEST,
      async (bankId) => claimed.push(bankId) > 0,
    );
    expect(outcome).toEqual({
      kind: 'issued',
      entity: '11249',
      reference: '123456789',
      expiresAtMs: Date.parse('2026-02-15T23:59:59Z'),
      statusId: REFERENCE_ID,
    });
    expect(claimed).toEqual([expect.stringMatching(/^r[0-9a-z]{24}$/)]);
    expect(JSON.parse(provider.seen[0]?.body ?? '')).toEqual({
      mbKey: 'MBK-000000',
      orderId: claimed[0],
      amount: '10.00',
      description: 'Payment tx_0123456789abcdefghjkmnpq',
      expiryDays: 3,
    });
    expect(provider.seen).toHaveLength(1);
  });

  test.each<[string, string, number]>([
    ['just before midnight in Lisbon', '2026-07-01T22:59:59Z', 3],
    ['just after midnight in Lisbon', '2026-07-01T23:00:00Z', 2],
  ])('requested %s counts the days of Lisbon', async (_, now, days) => {
    await issue({ ...REQUEST, expiresAtMs: Date.parse('2026-07-04T22:59:59Z') }, Date.parse(now));
    expect(JSON.parse(provider.seen[0]?.body ?? '').expiryDays).toBe(days);
  });

  test.each<[number, number]>([
    [0, 0],
    [31, 31],
    [44, 31],
    [45, 45],
    [100, 90],
    [2_000, 730],
  ])('with a validity of %i days is requested with %i, which ifthenpay accepts', async (requested, asked) => {
    await issue({ ...REQUEST, expiresAtMs: NOW_MS + requested * DAY_MS });
    expect(JSON.parse(provider.seen[0]?.body ?? '').expiryDays).toBe(asked);
  });
});
