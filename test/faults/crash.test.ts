import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crashEverywhere } from './crash-matrix.ts';
import { SCENARIOS } from './scenarios.ts';
import { describeFailures } from './table.ts';
import { startWorld, type World } from './world.ts';

/**
 * Needs the embedded engines. Every external call of the delivery's functions is cut before it leaves and after it has
 * returned, one cut a run; pairs of cuts are drawn by the seed. `npm run faults -- --all` plays all pairs.
 */

const PAIRS = 8;
const SEED = 20_261_120;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe('invariants 1, 3, 4, 5: a crash at any step loses nothing and says nothing wrong', () => {
  test.each(SCENARIOS)('$name', { timeout: 180_000 }, async (scenario) => {
    const row = await crashEverywhere(world, scenario, { maximumPairs: PAIRS, seed: SEED });
    expect(row.points).toBeGreaterThan(10);
    // Nearly every cut was made: a run that took another way than the uncut one proves nothing.
    expect(row.missed).toBeLessThanOrEqual(row.runs / 10);
    expect(row.crashes).toBeGreaterThanOrEqual(row.points - row.missed);
    expect(describeFailures(row)).toBe('');
  });
});
