import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RaceWorld, startRaceWorld } from '../world/race-world.ts';
import { judgeImpatient, judgeRace } from './race.ts';
import { RACES } from './races.ts';

/** Needs the embedded table. Runs every order in which the calls of racing operations can reach table and bank. */

let rig: RaceWorld;
beforeAll(async () => {
  rig = await startRaceWorld();
});
afterAll(() => rig.stop());

const MAX_RUNS = 120;
const DRAWN = 40;
const SEED = 20_261_120;

describe('every order of the calls of racing operations', () => {
  test.each(RACES)('$name: answers and state match a sequential run', { timeout: 120_000 }, async (race) => {
    const { problems, runs, isAll, sequential, outcomes } = await judgeRace(rig, race, { most: MAX_RUNS, seed: SEED });
    console.log(
      `${race.name}: ${runs} orders${isAll ? '' : `, a third of them drawn by seed ${SEED}`}; ` +
        `${outcomes} outcomes, ${sequential} of them sequential`,
    );
    expect(problems).toEqual([]);
  });
});

/** Races in which one start waits for the record of another. */
const STARTS = RACES.slice(0, 6);

describe('an operation that gives up waiting for a slower one', () => {
  test.each(STARTS)('$name: leaves the state of a sequential run', { timeout: 120_000 }, async (race) => {
    expect((await judgeImpatient(rig, race, DRAWN, SEED)).problems).toEqual([]);
  });
});
