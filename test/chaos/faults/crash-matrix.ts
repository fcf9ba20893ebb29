import { drawn, sampled } from '../world/seeded.ts';
import type { World } from '../world/world.ts';
import { type RunOutcome, runScenario } from './run.ts';
import type { Scenario } from './scenario.ts';

/** The results of one scenario under all its cuts. */
export interface MatrixRow {
  scenario: string;
  /** Number of points at which the uncut run can be cut. */
  points: number;
  runs: number;
  crashes: number;
  deliveries: number;
  posts: number;
  attempts: number;
  /** Runs that never reached their cut because racing calls ran in another order. */
  missed: number;
  /** The injected faults by name: the cut points, or the faults met by each call site. */
  met: string[];
  failures: { plan: string[]; problems: string[]; lines: string[] }[];
}

export interface MatrixOptions {
  /** Maximum number of pairs, drawn by the seed. 0 for none. */
  maxPairs: number;
  /** Number of single faults, drawn by the seed; all by default. Faults that are not `known` are always included. */
  singles?: number;
  seed: number;
  /** Faults injected in other scenarios (`met` of their rows). */
  known?: ReadonlySet<string>;
}

/**
 * Runs a scenario uncut, then cut at single points, then at pairs of points: one of the uncut run and a later one of
 * the run with that cut. Apart from repeated POSTs, every run must end like the uncut one.
 */
export async function crashEverywhere(world: World, scenario: Scenario, options: MatrixOptions): Promise<MatrixRow> {
  const { maxPairs, singles: count = Number.POSITIVE_INFINITY, seed, known = new Set() } = options;
  const row = emptyRow(scenario.name);
  const uncut = await runScenario(world, scenario);
  add(row, [], uncut, world);
  row.points = uncut.trace.points.length;
  const pairs: string[][] = [];
  for (const point of drawn(uncut.trace.points, { count, seed, known, nameOf: (each) => each })) {
    const cut = await runScenario(world, scenario, { cuts: [point] });
    add(row, [point], cut, world);
    row.met.push(...cut.trace.cuts);
    pairs.push(...cut.trace.after(point).map((second) => [point, second]));
  }
  for (const plan of sampled(pairs, maxPairs, seed)) {
    add(row, plan, await runScenario(world, scenario, { cuts: plan }), world);
  }
  return row;
}

export function emptyRow(scenario: string): MatrixRow {
  return {
    scenario,
    points: 0,
    runs: 0,
    crashes: 0,
    deliveries: 0,
    posts: 0,
    attempts: 0,
    missed: 0,
    met: [],
    failures: [],
  };
}

export function add(row: MatrixRow, plan: string[], outcome: RunOutcome, world: World): void {
  const { problems, checked, crashes, missed } = outcome;
  row.runs += 1;
  row.crashes += crashes;
  row.deliveries += checked.deliveries;
  row.posts += checked.posts;
  row.attempts += checked.attempts;
  if (missed.length > 0) row.missed += 1;
  if (problems.length > 0) row.failures.push({ plan, problems, lines: [...world.state.lines] });
}
