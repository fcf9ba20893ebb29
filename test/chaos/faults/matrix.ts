import type { Fault } from '../world/fault.ts';
import { drawn, sampled } from '../world/seeded.ts';
import type { World } from '../world/world.ts';
import { isHealed, isInvisible, nameOf, possibleFaults, secondFaults, siteFaultOf, siteOf } from './fault-choice.ts';
import { type RunOutcome, runScenario } from './run.ts';
import type { Scenario } from './scenario.ts';

/** The results of one scenario under all its faults. */
export interface MatrixRow {
  scenario: string;
  runs: number;
  /** Crashes, and requests that met a fault. */
  injected: number;
  deliveries: number;
  posts: number;
  /** Runs that did not meet all of their faults: racing calls ran in another order, or the first fault prevented the second. */
  missed: number;
  /** The faults that each call site of the run without faults can meet, and those that were met. */
  possible: string[];
  met: string[];
  /** Call sites whose retry failed its condition because the first request had written. */
  refusedRepeats: string[];
  failures: { plan: string[]; problems: string[]; lines: string[] }[];
}

export interface MatrixOptions {
  /** Which of the possible faults: all by default. */
  of?: (fault: Fault) => boolean;
  /** Number of single faults, drawn by the seed. Faults that are not `known` are always included. */
  singles: number;
  /** Maximum number of pairs, drawn by the seed. */
  pairs: number;
  seed: number;
  /** Faults met in other scenarios (`met` of their rows). */
  known: ReadonlySet<string>;
}

/**
 * Runs a scenario without faults, with each kind of invisible fault at every call, with single others, then with pairs:
 * one fault and another at a later call. Apart from repeated POSTs, every run must end like the one without.
 */
export async function faultEverywhere(world: World, scenario: Scenario, options: MatrixOptions): Promise<MatrixRow> {
  const { of = () => true, singles: count, pairs: most, seed, known } = options;
  const row: MatrixRow = {
    ...{ scenario: scenario.name, runs: 0, injected: 0, deliveries: 0, posts: 0, missed: 0 },
    ...{ possible: [], met: [], refusedRepeats: [], failures: [] },
  };
  const clean = await runScenario(world, scenario);
  add(row, [], clean, world);
  const singles = clean.trace.calls.flatMap((call) => possibleFaults(call).filter(of));
  row.possible = [...new Set(singles.map(siteFaultOf))];
  const isNew = (fault: Fault) => !known.has(siteFaultOf(fault));
  for (const group of Map.groupBy(singles.filter(isInvisible), ({ kind }) => kind).values())
    if (group.some(isNew)) await play(world, scenario, row, group);
  const pairs: Fault[][] = [];
  const others = singles.filter((fault) => !isInvisible(fault));
  for (const fault of drawn(others, { count, seed, known, nameOf: siteFaultOf })) {
    const calls = await play(world, scenario, row, [fault]);
    pairs.push(
      ...secondFaults(fault, calls)
        .filter(of)
        .map((second) => [fault, second]),
    );
  }
  for (const pair of sampled(pairs, most, seed)) await play(world, scenario, row, pair);
  return row;
}

const RACES = 4;

/** Returns the calls of the run. */
async function play(world: World, scenario: Scenario, row: MatrixRow, faults: Fault[]): Promise<string[]> {
  let outcome = await runScenario(world, scenario, faults);
  // Which of two racing consumers makes a call varies, so such a run may have to be repeated.
  const isRacing = (scenario.copies ?? 1) > 1;
  for (let again = 0; again < RACES && isRacing && outcome.met === 0; again += 1) {
    outcome = await runScenario(world, scenario, faults);
  }
  const problems = [...outcome.problems];
  if (outcome.met === 0 && !isRacing) problems.push('met no fault');
  if (faults.every(isHealed) && outcome.repeatedCalls > 0) problems.push('the merchant had to call again');
  row.refusedRepeats.push(...world.proxies.refusedRepeats().map(siteOf));
  row.met.push(...faults.filter((fault) => !outcome.missed.includes(fault)).map(siteFaultOf));
  add(row, faults.map(nameOf), { ...outcome, problems }, world);
  return outcome.trace.calls;
}

function add(row: MatrixRow, plan: string[], { problems, checked, met, missed }: RunOutcome, world: World): void {
  row.runs += 1;
  row.injected += met;
  row.deliveries += checked.deliveries;
  row.posts += checked.posts;
  if (missed.length > 0) row.missed += 1;
  if (problems.length > 0) row.failures.push({ plan, problems, lines: [...world.state.lines] });
}

const SHOWN = 3;
const SHOWN_LINES = 12;

/** The first failures of a row with the end of their logs; empty without failures. */
export function describeFailures({ scenario, failures }: MatrixRow): string {
  const shown = failures
    .slice(0, SHOWN)
    .map(({ plan, problems, lines }) =>
      [`${scenario}, with ${plan.join(' and ') || 'nothing'}:`, ...problems, ...lines.slice(-SHOWN_LINES)].join(
        '\n    ',
      ),
    );
  return failures.length === 0 ? '' : [`${failures.length} runs failed`, ...shown].join('\n');
}
