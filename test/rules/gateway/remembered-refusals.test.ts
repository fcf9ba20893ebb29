import { describe, expect, test } from 'vitest';
import { rememberedRefusals } from '../../../functions/gateway/remembered-refusals.ts';

describe('a remembered refusal', () => {
  test('applies until a request would be admitted, to the millisecond', () => {
    const refusals = rememberedRefusals();
    refusals.remember('a', 60_000);
    expect([0, 59_999, 60_000, 60_001].map((nowMs) => refusals.retryAtMs('a', nowMs))).toEqual([
      60_000,
      60_000,
      undefined,
      undefined,
    ]);
    expect(refusals.retryAtMs('b', 0)).toBeUndefined();
  });

  test('removes the oldest beyond its capacity, where a renewed one is not the oldest', () => {
    const refusals = rememberedRefusals(2);
    for (const address of ['a', 'b', 'a', 'c']) refusals.remember(address, 60_000);
    expect(['a', 'b', 'c'].map((address) => refusals.retryAtMs(address, 0))).toEqual([60_000, undefined, 60_000]);
  });

  test('that has expired is replaced by one of another address', () => {
    const refusals = rememberedRefusals(2);
    refusals.remember('a', 60_000);
    refusals.remember('b', 10_000);
    expect(refusals.retryAtMs('b', 10_000)).toBeUndefined();
    refusals.remember('c', 60_000);
    expect(['a', 'c'].map((address) => refusals.retryAtMs(address, 0))).toEqual([60_000, 60_000]);
  });
});
