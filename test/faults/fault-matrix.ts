import { add, emptyRow, type MatrixRow } from './crash-matrix.ts';
import { FAULT_KINDS, type Fault, type FaultKind } from './fault-proxy.ts';
import { POST_FAULTS } from './post-faults.ts';
import { runScenario } from './run.ts';
import type { Scenario } from './scenarios.ts';
import { sampled } from './seeded.ts';
import type { World } from './world.ts';

export interface FaultOptions {
  /** How many pairs of faults at most; the rest is left out by the seed. */
  maximumPairs: number;
  /** How many single faults at most. */
  maximumSingles?: number;
  seed: number;
}

// What the SDK repeats can meet one request of a call or all three.
const REPEATED: readonly FaultKind[] = ['throttled', 'error', 'reset-before', 'reset-after', 'truncated'];
const ALL_REQUESTS = 3;

/** The faults that make a difference to what runs: for pairs, one of each effect. */
const PAIRED: readonly Pick<Fault, 'kind' | 'times'>[] = [
  { kind: 'error', times: ALL_REQUESTS },
  { kind: 'reset-after', times: 1 },
  { kind: 'reset-after', times: ALL_REQUESTS },
  { kind: 'hang-after', times: 1 },
];

/** Plays a scenario with each fault at each call, then with pairs of them. Every run must end as if nothing had happened. */
export async function faultEverywhere(world: World, scenario: Scenario, options: FaultOptions): Promise<MatrixRow> {
  const { maximumPairs, maximumSingles = Number.POSITIVE_INFINITY, seed } = options;
  const row = emptyRow(scenario.name);
  const clean = await runScenario(world, scenario);
  add(row, [], clean, world);
  const calls = clean.trace.calls.filter(isFunctionCall);
  row.points = calls.length;
  const singles = calls.flatMap((call) => faultsOf(call, ONCE_AND_ALL));
  for (const fault of sampled(singles, maximumSingles, seed)) await play(world, scenario, row, [fault]);
  const pairs: Fault[][] = [];
  for (const [position, first] of calls.entries()) {
    for (const second of calls.slice(position + 1)) {
      for (const one of faultsOf(first, PAIRED)) pairs.push(...faultsOf(second, PAIRED).map((other) => [one, other]));
    }
  }
  for (const pair of sampled(pairs, maximumPairs, seed)) await play(world, scenario, row, pair);
  return row;
}

const ONCE_AND_ALL = FAULT_KINDS.flatMap((kind) =>
  (REPEATED.includes(kind) ? [1, ALL_REQUESTS] : [1]).map((times) => ({ kind, times })),
);

function faultsOf(call: string, kinds: readonly Pick<Fault, 'kind' | 'times'>[]): Fault[] {
  const isPost = call.startsWith('deliver POST');
  const possible = isPost
    ? kinds.filter(({ kind, times }) => kind in POST_FAULTS && (times === 1 || kind === 'error'))
    : kinds;
  return possible.map((fault) => ({ call, ...fault }));
}

/** The stepper's own doings are not on a network. */
function isFunctionCall(call: string): boolean {
  return !call.startsWith('stream ') && !call.startsWith('queue ');
}

async function play(world: World, scenario: Scenario, row: MatrixRow, faults: Fault[]): Promise<void> {
  const outcome = await runScenario(world, scenario, { faults });
  // A second fault may find that the first has changed the course so that its call is never made.
  const isSecondMoot = faults.length > 1 && outcome.problems.every((problem) => problem.startsWith('never came to'));
  const problems = isSecondMoot ? [] : outcome.problems;
  const met = world.proxies.met();
  add(row, faults.map(nameOf), { ...outcome, problems, crashes: met }, world);
}

function nameOf({ call, kind, times }: Fault): string {
  return `${call}: ${kind}${times > 1 ? ` ${times} times` : ''}`;
}
