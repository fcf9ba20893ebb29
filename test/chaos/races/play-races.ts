import { expect } from 'vitest';
import { rigTest } from '../../rig/engine.ts';
import { startRaceWorld } from '../world/race-world.ts';
import { judgeImpatient, judgeRace } from './race.ts';
import type { Race } from './races.ts';

export const test = rigTest(startRaceWorld);

const MAX_RUNS = 40;
const DRAWN = 20;
const SEED = 20_261_120;

/** Runs every order in which the calls of the racing operations can reach table and bank. */
export function inEachOrder(races: readonly Race[]): void {
  test.for(races)('$name: answers and state match a sequential run', { timeout: 300_000 }, async (race, { rig }) => {
    const { problems, runs, isAll, sequential, outcomes } = await judgeRace(rig, race, { most: MAX_RUNS, seed: SEED });
    console.log(
      `${race.name}: ${runs} orders${isAll ? '' : `, a third of them drawn by seed ${SEED}`}; ` +
        `${outcomes} outcomes, ${sequential} of them sequential`,
    );
    expect(problems).toEqual([]);
  });
}

/** Runs races in which an operation gives up waiting for a slower one. */
export function impatiently(races: readonly Race[]): void {
  test.for(races)('$name: leaves the state of a sequential run', { timeout: 300_000 }, async (race, { rig }) => {
    expect((await judgeImpatient(rig, race, DRAWN, SEED)).problems).toEqual([]);
  });
}
