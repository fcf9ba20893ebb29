import { describe, expect, test } from 'vitest';
import { type DashboardCaller, ownMerchant, readableMerchant } from '../../../functions/dashboard/caller.ts';
import type { Merchant } from '../../../functions/merchants/accounts/merchant.ts';
import { isOverlap, lastingOverlap, MAX_OVERLAP_MS, OVERLAP_MS } from '../../../functions/merchants/keys/overlap.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';

const merchant: DashboardCaller = { userId: 'maria', roles: ['merchant'], merchantId: 'mer_1' };
const finance: DashboardCaller = { userId: 'filipa', roles: ['finance'] };
const operator: DashboardCaller = { userId: 'olga', roles: ['operator'] };
const nobody: DashboardCaller = { userId: 'x', roles: [], merchantId: 'mer_1' };

describe('the account of a call', () => {
  test('for a change is the caller’s own; staff and callers without the role have none', () => {
    expect(ownMerchant(merchant)).toBe('mer_1');
    for (const caller of [finance, operator, nobody, { userId: 'x', roles: ['merchant'] } as const]) {
      expect(() => ownMerchant(caller)).toThrow('merchant not found');
    }
  });

  test('for reading is the merchant’s own, or the one that staff name', () => {
    expect(readableMerchant(merchant, undefined)).toBe('mer_1');
    expect(readableMerchant(merchant, 'mer_1')).toBe('mer_1');
    expect(() => readableMerchant(merchant, 'mer_2')).toThrow('merchant not found');
    for (const caller of [finance, operator]) {
      expect(readableMerchant(caller, 'mer_2')).toBe('mer_2');
      expect(() => readableMerchant(caller, undefined)).toThrow('merchantId');
    }
    expect(() => readableMerchant(nobody, undefined)).toThrow('merchant not found');
    expect(() => readableMerchant(nobody, 'mer_1')).toThrow('merchant not found');
  });
});

describe('the overlap of two API keys', () => {
  test('is 24 hours by default, and may be 0 to 7 days', () => {
    expect(OVERLAP_MS).toBe(24 * HOUR_MS);
    for (const overlapMs of [0, 1, OVERLAP_MS, MAX_OVERLAP_MS]) expect(isOverlap(overlapMs)).toBe(true);
    for (const overlapMs of [-1, 0.5, MAX_OVERLAP_MS + 1, Number.NaN]) expect(isOverlap(overlapMs)).toBe(false);
  });

  test('is over at the moment of its end', () => {
    const seen = { previousApiKey: 'sealed', previousApiKeyHash: 'h', previousApiKeyEndsAt: 1_000 } as Merchant;
    expect(lastingOverlap(seen, 999)).toEqual({ sealed: 'sealed', hash: 'h', endsAt: 1_000 });
    expect(lastingOverlap(seen, 1_000)).toBeUndefined();
    expect(lastingOverlap({ previousApiKeyEndsAt: 1_000 } as Merchant, 0)).toBeUndefined();
  });
});
