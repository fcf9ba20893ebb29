import { expect } from 'vitest';
import { client, test } from '../../rig/engine.ts';
import { drawSchedule } from './draw.ts';
import { judge } from './ledger.ts';
import { play } from './play.ts';
import { wordsOf } from './schedule.ts';

// `SCHEDULES=20000 SEED=1 FROM=0 npx vitest run test/chaos/money/schedules.proof.ts` plays others.
const { SCHEDULES = '100', SEED = '20261122', FROM = '0' } = process.env;
const [schedules, seed, from] = [SCHEDULES, SEED, FROM].map(Number) as [number, number, number];
/** Schedules run concurrently: the table's engine is a separate process. */
const SIDE_BY_SIDE = 6;

test(`${SCHEDULES} drawn schedules of payments are on record as the customers paid them, to the cent`, {
  timeout: 60_000 + 4_000 * schedules,
}, async () => {
  const numbers = Array.from({ length: schedules }, (_, index) => from + index).values();
  /** How many ended in each status and had each kind of exception. */
  const seen: Record<string, number> = {};
  const lane = async () => {
    for (const index of numbers) {
      const schedule = drawSchedule(seed, index);
      const words = `SCHEDULES=1 SEED=${seed} FROM=${index}: ${wordsOf(schedule)}`;
      const { problems, status, exceptions } = judge(
        await play({ client }, schedule).catch((cause: unknown) => {
          throw new Error(words, { cause });
        }),
      );
      for (const name of [status, ...new Set(exceptions)]) seen[name] = (seen[name] ?? 0) + 1;
      expect(problems, words).toEqual([]);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  console.log(`${schedules} schedules: ${JSON.stringify(seen)}`);
});
