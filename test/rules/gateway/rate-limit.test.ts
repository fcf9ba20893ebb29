import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  admitted,
  cutOff,
  type Metering,
  newLog,
  refused,
  retryAfterSeconds,
  WINDOW_MS,
} from '../../../functions/gateway/rate-limit.ts';
import { rememberedRefusals } from '../../../functions/gateway/remembered-refusals.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../../../functions/http/messages.ts';

/** The rule applied to a log in memory, as the conditional write applies it to the table's. */
function meterOf() {
  let log: number[] | undefined;
  return (nowMs: number): Metering => {
    if (!log) log = newLog(nowMs);
    else if ((log[0] ?? 0) > cutOff(nowMs)) return refused(log);
    else log = [...log.slice(1), nowMs];
    return admitted(log, nowMs);
  };
}

/** The contract put plainly: at most 30 admitted in the 60 s before. */
function referenceOf() {
  const times: number[] = [];
  return (nowMs: number) => {
    const counted = times.filter((time) => time > nowMs - 60_000);
    if (counted.length >= 30) return { isAdmitted: false, retryAtMs: (counted.at(-30) ?? 0) + 60_000 };
    times.push(nowMs);
    return { isAdmitted: true, remaining: 29 - counted.length, oldest: counted[0] ?? nowMs };
  };
}

const arrivals = fc.array(fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 90_000 })), {
  minLength: 1,
  maxLength: 200,
});

describe('§8.1, D15: the limit of 30 in any 60 s', () => {
  test('agrees with a plain log of admitted requests, for any arrival times', () => {
    fc.assert(
      fc.property(arrivals, (gaps) => {
        const meter = meterOf();
        const reference = referenceOf();
        let nowMs = 1_000_000;
        for (const gapMs of gaps) {
          nowMs += gapMs;
          const metering = meter(nowMs);
          const expected = reference(nowMs);
          if (metering.kind === 'refused') expect(metering.retryAtMs).toBe(expected.retryAtMs);
          else expect([true, metering.remaining]).toEqual([expected.isAdmitted, expected.remaining]);
        }
      }),
    );
  });

  test('admits again at exactly the time it names, and not a millisecond before', () => {
    fc.assert(
      fc.property(arrivals, (gaps) => {
        const meter = meterOf();
        let nowMs = 1_000_000;
        for (const gapMs of gaps) {
          nowMs += gapMs;
          const metering = meter(nowMs);
          if (metering.kind === 'admitted') continue;
          expect(meter(metering.retryAtMs - 1).kind).toBe('refused');
          expect(meter(metering.retryAtMs).kind).toBe('admitted');
          return;
        }
      }),
    );
  });

  test('admits 30 at one instant, then none for 60 s, then 30 again', () => {
    const meter = meterOf();
    const burst = (nowMs: number) => Array.from({ length: 40 }, () => meter(nowMs).kind === 'admitted');
    const admittedAt = (nowMs: number) => burst(nowMs).filter(Boolean).length;
    expect([0, 1, 59_999, 60_000, 60_001].map((laterMs) => admittedAt(1_000_000 + laterMs))).toEqual([30, 0, 0, 30, 0]);
  });

  test('reports the remaining requests and the time at which one more is admitted (D17)', () => {
    const meter = meterOf();
    expect(meter(1_000_000)).toEqual({ kind: 'admitted', remaining: 29, resetMs: 60_000 });
    expect(meter(1_020_000)).toEqual({ kind: 'admitted', remaining: 28, resetMs: 40_000 });
    expect(meter(1_060_000)).toEqual({ kind: 'admitted', remaining: 28, resetMs: 20_000 });
  });

  test('reports at most 60 s where a concurrent call was counted with a later time', () => {
    const log = [...newLog(1_000_007)];
    expect(admitted(log, 1_000_000)).toMatchObject({ remaining: 29, resetMs: 60_000 });
  });

  test('keeps a log of a fixed length, which limits the item’s size', () => {
    expect(newLog(7)).toHaveLength(MAX_REQUESTS_PER_MINUTE);
    expect([MAX_REQUESTS_PER_MINUTE, WINDOW_MS]).toEqual([30, 60_000]);
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
});
