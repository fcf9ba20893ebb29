import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import type { Metering } from '../../../functions/gateway/rate-limit.ts';
import { type Meter, meterIn } from '../../../functions/gateway/rate-limits.table.ts';
import { DAY_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { client, test } from '../../rig/engine.ts';
import { TABLES } from '../../rig/tables.ts';

let meter: Meter;
let calls = 0;
test.beforeAll(({ rig: { client } }) => {
  client.middlewareStack.add(
    (next) => (args) => {
      calls += 1;
      return next(args);
    },
    { step: 'initialize' },
  );
  meter = meterIn(client, TABLES.rateLimits);
});

const NOW_MS = 1_800_000_000_000;
const isAdmitted = ({ kind }: Metering) => kind === 'admitted';
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A generator of numbers in [0, 1) that is the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('§8.1, D15: the meter of an address', () => {
  test('admits exactly the first 30 of 200 concurrent requests', async () => {
    const decisions = await Promise.all(times(200).map(() => meter('a', NOW_MS)));
    expect(decisions.filter(isAdmitted)).toHaveLength(30);
    const refusals = decisions.filter((decision) => decision.kind === 'refused');
    expect(new Set(refusals.map(({ retryAtMs }) => retryAtMs))).toEqual(new Set([NOW_MS + MINUTE_MS]));
    const remaining = decisions.flatMap((decision) => (decision.kind === 'admitted' ? [decision.remaining] : []));
    expect(remaining.sort((a, b) => a - b)).toEqual(times(30));
  });

  test('does not affect another address', async () => {
    await Promise.all(times(40).map(() => meter('b', NOW_MS)));
    expect(await meter('c', NOW_MS)).toEqual({ kind: 'admitted', remaining: 29, resetMs: 60_000 });
  });

  test.each(['2001:db8::1', '::ffff:203.0.113.7', '198.51.100.255'])(
    'counts %s as a separate address',
    async (address) => {
      expect(await meter(address, NOW_MS)).toMatchObject({ remaining: 29 });
      expect(await meter(address, NOW_MS)).toMatchObject({ remaining: 28 });
    },
  );

  test('admits 30 of 200 again at the end of the window, and none a millisecond before', async () => {
    await Promise.all(times(30).map(() => meter('d', NOW_MS)));
    const before = await Promise.all(times(50).map(() => meter('d', NOW_MS + 59_999)));
    expect(before.filter(isAdmitted)).toHaveLength(0);
    const after = await Promise.all(times(200).map(() => meter('d', NOW_MS + MINUTE_MS)));
    expect(after.filter(isAdmitted)).toHaveLength(30);
  });

  test.each(times(2))(
    'agrees with a plain log over 600 random arrivals, and costs about one call each: %i',
    async (n) => {
      const random = seeded(20_260_212 + n);
      const log: number[] = [];
      let nowMs = NOW_MS + n * DAY_MS;
      let mismatches = 0;
      let admissions = 0;
      calls = 0;
      for (let count = 0; count < 600; count += 1) {
        // Bursts, an ordinary flow at the limit, and pauses.
        const draw = random();
        nowMs += Math.floor(draw < 0.6 ? random() * 50 : draw < 0.98 ? random() * 4_000 : random() * 70_000);
        const decision = await meter('e', nowMs);
        const counted = log.filter((time) => time > nowMs - MINUTE_MS);
        if (counted.length < 30) log.push(nowMs);
        admissions += isAdmitted(decision) ? 1 : 0;
        const expected =
          counted.length < 30
            ? { kind: 'admitted', remaining: 29 - counted.length, resetMs: (counted[0] ?? nowMs) + MINUTE_MS - nowMs }
            : { kind: 'refused', retryAtMs: (counted[0] ?? 0) + MINUTE_MS };
        if (JSON.stringify(decision) !== JSON.stringify(expected)) mismatches += 1;
      }
      expect(mismatches).toBe(0);
      expect(admissions).toBe(log.length);
      expect(admissions).toBeGreaterThan(100);
      expect(admissions).toBeLessThan(580);
      expect(calls).toBeLessThanOrEqual(600 * 1.01);
    },
  );

  test('keeps one item for each address, for any number of requests', async () => {
    for (const _ of times(70)) await meter('f', NOW_MS);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLES.rateLimits }));
    expect(Table?.KeySchema).toEqual([{ AttributeName: 'address', KeyType: 'HASH' }]);
    expect(Table?.ItemCount ?? 0).toBeLessThanOrEqual(12);
  });
});
