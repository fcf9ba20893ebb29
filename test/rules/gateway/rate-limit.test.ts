import { describe, expect, test } from 'vitest';
import { admitted, newLog, retryAfterSeconds } from '../../../functions/gateway/rate-limit.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../../functions/http/messages.ts';

describe('§8.1, D15: the limit of 30 in any 60 s', () => {
  test('reports the remaining requests and the time at which one more is admitted (D17)', () => {
    const first = newLog(1_000_000);
    expect(admitted(first, 1_000_000)).toEqual({ kind: 'admitted', remaining: 29, resetMs: 60_000 });
    const second = [...first.slice(1), 1_020_000];
    expect(admitted(second, 1_020_000)).toEqual({ kind: 'admitted', remaining: 28, resetMs: 40_000 });
    expect(admitted([...second.slice(1), 1_060_000], 1_060_000)).toMatchObject({ remaining: 28, resetMs: 20_000 });
  });

  test('reports at most 60 s where a concurrent call was counted with a later time', () => {
    const log = [...newLog(1_000_007)];
    expect(admitted(log, 1_000_000)).toMatchObject({ remaining: 29, resetMs: 60_000 });
  });

  test('keeps a log of a fixed length, which limits the item’s size', () => {
    expect(newLog(7)).toHaveLength(MAX_REQUESTS_PER_MINUTE);
  });

  test.each([
    [0, 1],
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [60_000, 60],
    [60_007, 60],
    [-5, 1],
  ])('a wait of %d ms is Retry-After %d', (waitMs, seconds) => {
    expect(retryAfterSeconds(1_000_000 + waitMs, 1_000_000)).toBe(seconds);
  });
});
