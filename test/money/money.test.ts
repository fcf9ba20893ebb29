import { expect, test } from 'vitest';
import { failureText, figuresText } from './figures.ts';
import { runSchedules } from './run.ts';

/** Needs the embedded table. More of them by `npm run model -- --schedules 20000`. */

const SEED = 20_261_122;
const SCHEDULES = 400;
const TIME_LIMIT_MS = 22_000;

test(`up to ${SCHEDULES} schedules of payments: what the customer paid and the bank reported is on record, to the cent`, {
  timeout: 120_000,
}, async () => {
  const { counts, failures } = await runSchedules({ schedules: SCHEDULES, seed: SEED, timeLimitMs: TIME_LIMIT_MS });
  console.log(figuresText(counts));
  expect(failures.map(failureText).join('\n\n')).toBe('');
  expect(counts.schedules).toBeGreaterThan(0);
});
