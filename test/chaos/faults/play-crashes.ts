import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import { crashEverywhere } from './crash-matrix.ts';
import type { Scenario } from './scenario.ts';
import { describeFailures } from './table.ts';

// Minimum; cuts that no other scenario of the file has made are added.
const SINGLES = 2;
const PAIRS = 1;
const SEED = 20_261_120;

/**
 * Needs the embedded engines. Every external call of the delivery's functions is cut before it leaves and after it
 * returns, one cut per run, in at least one scenario. Further cuts and pairs of cuts are drawn by the seed.
 * `npm run faults` runs each cut in each scenario, `npm run faults -- --all` all pairs too.
 */
export function crashesIn(scenarios: readonly Scenario[]): void {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  /** Cut in the scenarios so far. */
  const known = new Set<string>();

  describe('invariants 1, 3, 4, 5: a crash at any step loses no event and reports nothing wrong', () => {
    test.each(scenarios)('$name', { timeout: 600_000 }, async (scenario) => {
      const row = await crashEverywhere(world, scenario, { singles: SINGLES, maxPairs: PAIRS, seed: SEED, known });
      for (const point of row.met) known.add(point);
      expect(row.points).toBeGreaterThan(10);
      // A run that never reached its cut proves nothing.
      expect(row.missed).toBeLessThanOrEqual(row.runs / 10);
      expect(row.runs).toBeGreaterThanOrEqual(1 + Math.min(SINGLES, row.points) + PAIRS);
      expect(row.crashes).toBeGreaterThanOrEqual(row.runs - 1 - row.missed);
      expect(describeFailures(row)).toBe('');
    });
  });
}
