import { expect } from 'vitest';
import { client, test } from '../../rig/engine.ts';
import { failureText, figuresText } from './figures.ts';
import { runSchedules } from './run.ts';

// `SCHEDULES=20000 SEED=1 FROM=0 npx vitest run test/chaos/money/schedules.proof.ts` plays others.
const { SCHEDULES = '100', SEED = '20261122', FROM = '0' } = process.env;
const schedules = Number(SCHEDULES);

test(`${SCHEDULES} drawn schedules of payments are on record as the customers paid them, to the cent`, {
  timeout: 60_000 + 4_000 * schedules,
}, async () => {
  const { counts, failures } = await runSchedules({ client }, { schedules, seed: Number(SEED), from: Number(FROM) });
  console.log(figuresText(counts));
  expect(failures.map(failureText).join('\n\n')).toBe('');
  expect(counts.schedules).toBe(schedules);
});
