import type { Fault } from '../world/fault-proxy.ts';
import { drawn, sampled } from '../world/seeded.ts';
import type { World } from '../world/world.ts';
import { add, emptyRow, type MatrixOptions, type MatrixRow } from './crash-matrix.ts';
import { isHealed, isInvisible, nameOf, possibleFaults, secondFaults, siteFaultOf, siteOf } from './fault-choice.ts';
import { runScenario } from './run.ts';
import type { Scenario } from './scenario.ts';

/** `crashes` counts the requests that met a fault, `missed` the runs in which a planned request did not. */
export interface FaultRow extends MatrixRow {
  /** The faults that each call site of the run without faults can meet. */
  possible: string[];
  /** Call sites whose retry failed its condition because the first request had written. */
  refusedRepeats: string[];
}

/**
 * Runs a scenario with each kind of invisible fault at every call, with single others, then with pairs. Every run must end like the run
 * without faults.
 */
export async function faultEverywhere(world: World, scenario: Scenario, options: MatrixOptions): Promise<FaultRow> {
  const { maxPairs, singles: wanted = Number.POSITIVE_INFINITY, seed, known = new Set<string>() } = options;
  const clean = await runScenario(world, scenario);
  const singles = clean.trace.calls.flatMap((call) => possibleFaults(call));
  const possible = [...new Set(singles.map(siteFaultOf))];
  const row: FaultRow = { ...emptyRow(scenario.name), possible, refusedRepeats: [] };
  add(row, [], clean, world);
  row.points = new Set(singles.map(({ call }) => call)).size;
  const pairs: Fault[][] = [];
  const isNew = (fault: Fault) => !known.has(siteFaultOf(fault));
  for (const group of Map.groupBy(singles.filter(isInvisible), ({ kind }) => kind).values())
    if (group.some(isNew)) await play(world, scenario, row, group);
  const others = singles.filter((fault) => !isInvisible(fault));
  for (const fault of drawn(others, { count: wanted, seed, known, nameOf: siteFaultOf })) {
    const calls = await play(world, scenario, row, [fault]);
    pairs.push(...secondFaults(fault, calls).map((second) => [fault, second]));
  }
  for (const pair of sampled(pairs, maxPairs, seed)) await play(world, scenario, row, pair);
  return row;
}

const RACES = 4;

/** Returns the calls of the run. */
async function play(world: World, scenario: Scenario, row: FaultRow, faults: Fault[]): Promise<string[]> {
  let outcome = await runScenario(world, scenario, { faults });
  // Which of two racing consumers makes a call varies, so such a run may have to be repeated.
  const isRacing = (scenario.copies ?? 1) > 1;
  for (let again = 0; again < RACES && isRacing && outcome.met === 0; again += 1) {
    outcome = await runScenario(world, scenario, { faults });
  }
  const problems = [...outcome.problems];
  // The first of two faults may prevent the second call. At least one fault is always met.
  if (outcome.met === 0 && !isRacing) problems.push('met no fault');
  if (faults.every(isHealed) && outcome.repeatedCalls > 0) problems.push('the merchant had to call again');
  row.refusedRepeats.push(...world.proxies.refusedRepeats().map(siteOf));
  row.met.push(...faults.filter(({ call }) => !outcome.missed.includes(call)).map(siteFaultOf));
  add(row, faults.map(nameOf), { ...outcome, problems, crashes: outcome.met }, world);
  return outcome.trace.calls;
}
