import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import { API_SCENARIOS } from './api-scenarios.ts';
import { type FaultRow, faultEverywhere } from './fault-matrix.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';
import { describeFailures } from './table.ts';

/**
 * Needs the embedded engines. Proxies between the functions and the services throttle, fail, reset, truncate, hang and
 * refuse credentials, at one or two calls of a run. The seed draws the calls. Every call site meets every fault in at
 * least one scenario. `npm run faults` runs each fault at each call.
 */

const SEED = 20_261_120;
// Minimum; faults that no other scenario has met are added.
const SINGLES = 2;
const PAIRS = 1;

/** Call sites where an SDK retry finds its condition failed by its own first request. */
const CONDITIONAL_WRITES = [
  'authorize UpdateItem rate-limits',
  'deliver UpdateItem',
  'mbway UpdateItem #1',
  'multibanco UpdateItem #1',
  'notification UpdateItem',
  'sweep UpdateItem',
];

let world: World;
beforeAll(async () => {
  world = await startWorld({ isFaulty: true });
});
afterAll(() => world.stop());

const rows: FaultRow[] = [];

/** Runs a scenario. Every run except the first must meet a fault, and nearly every run all its planned faults. */
async function playWithFaults(scenario: Scenario): Promise<void> {
  const known = new Set(rows.flatMap(({ met }) => met));
  const row = await faultEverywhere(world, scenario, { singles: SINGLES, maxPairs: PAIRS, seed: SEED, known });
  rows.push(row);
  expect(describeFailures(row)).toBe('');
  expect(row.runs).toBeGreaterThanOrEqual(1 + SINGLES);
  expect(row.crashes).toBeGreaterThanOrEqual(row.runs - 1 - row.missed);
  expect(row.missed).toBeLessThanOrEqual(PAIRS);
  expect(row.deliveries).toBeGreaterThanOrEqual(row.runs);
  expect(row.posts).toBeGreaterThanOrEqual(row.runs);
}

describe('invariants 1, 3, 4, 5: a network fault between a function and a service loses and misreports nothing', () => {
  test.each(SCENARIOS)('$name', { timeout: 600_000 }, playWithFaults);
});

describe('invariant 2, §7: during faults every call has a documented status, may be repeated, and starts once', () => {
  test.each(API_SCENARIOS)('$name', { timeout: 600_000 }, playWithFaults);
});

test('every call site has met every fault, and every conditional write a retry after its own first request', () => {
  const met = new Set(rows.flatMap((row) => row.met));
  const possible = new Set(rows.flatMap((row) => row.possible));
  const refusedRepeats = rows.flatMap((row) => row.refusedRepeats);
  expect([...possible].filter((fault) => !met.has(fault))).toEqual([]);
  expect(refusedRepeats).toEqual(expect.arrayContaining(CONDITIONAL_WRITES));
  const sum = (column: 'runs' | 'crashes' | 'missed' | 'deliveries' | 'posts') =>
    rows.reduce((total, row) => total + row[column], 0);
  console.log(
    `${sum('runs')} runs, ${sum('crashes')} faults met (${met.size} by call site and kind), ` +
      `${sum('missed')} runs missed one; ${refusedRepeats.length} retries refused; ` +
      `${sum('deliveries')} deliveries and ${sum('posts')} POSTs checked`,
  );
});
