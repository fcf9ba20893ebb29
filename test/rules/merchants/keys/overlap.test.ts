import { describe, expect, test } from 'vitest';
import type { Merchant } from '../../../../functions/merchants/accounts/merchant.ts';
import { isOverlap, lastingOverlap, MAX_OVERLAP_MS, OVERLAP_MS } from '../../../../functions/merchants/keys/overlap.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';

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
