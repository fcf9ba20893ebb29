import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { startWorld, type World } from '../world/world.ts';
import { describeFailures, faultEverywhere, type MatrixOptions, type MatrixRow } from './matrix.ts';
import type { Scenario } from './scenario.ts';

// `SINGLES=all PAIRS=60 SEED=1` (`npm run faults`) plays each fault at each call of each scenario, and more pairs.
const { SINGLES = '2', PAIRS = '1', SEED = '20261120' } = process.env;
/** Minimum; faults that no other scenario of the file has met are added. */
const singles = SINGLES === 'all' ? Number.POSITIVE_INFINITY : Number(SINGLES);
const pairs = Number(PAIRS);

const PATIENT = { timeout: 6 * HOUR_MS };

/**
 * Needs the embedded engines. Plays scenarios with one or two faults in a run: at each call site every fault of those
 * asked for, in at least one scenario. The seed draws the calls.
 */
export function faultsIn() {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());
  const rows: MatrixRow[] = [];
  return {
    play: (scenarios: readonly Scenario[], of: (scenario: Scenario) => MatrixOptions['of'] = () => undefined): void => {
      test.each(scenarios)('$name', PATIENT, async (scenario) => {
        const known = new Set(Number.isFinite(singles) ? rows.flatMap(({ met }) => met) : []);
        const options = { of: of(scenario), singles, pairs, seed: Number(SEED), known };
        const row = await faultEverywhere(world, scenario, options);
        rows.push(row);
        expect(describeFailures(row)).toBe('');
        // A run that met nothing proves nothing.
        expect(row.runs).toBeGreaterThan(Math.min(singles, 2));
        expect(row.injected).toBeGreaterThanOrEqual(row.runs - 1 - row.missed);
        expect(row.missed).toBeLessThanOrEqual(Math.max(pairs, row.runs / 10));
        expect(row.deliveries).toBeGreaterThanOrEqual(row.runs);
        expect(row.posts).toBeGreaterThanOrEqual(row.runs);
      });
    },
    /** Every call site has met every fault, and each of these an SDK's retry after its own first request. */
    complete: (conditionalWrites: readonly string[]): void => {
      test('every call site has met every fault', () => {
        const met = new Set(rows.flatMap((row) => row.met));
        const refusedRepeats = rows.flatMap((row) => row.refusedRepeats);
        expect(rows.flatMap(({ possible }) => possible).filter((fault) => !met.has(fault))).toEqual([]);
        expect(refusedRepeats).toEqual(expect.arrayContaining([...conditionalWrites]));
        const sum = (column: 'runs' | 'injected' | 'missed' | 'deliveries' | 'posts') =>
          rows.reduce((total, row) => total + row[column], 0);
        console.log(
          `${sum('runs')} runs, ${sum('injected')} faults met (${met.size} by call site and kind), ` +
            `${sum('missed')} runs missed one; ${refusedRepeats.length} retries refused; ` +
            `${sum('deliveries')} deliveries and ${sum('posts')} POSTs checked`,
        );
      });
    },
  };
}
