import { expect, test } from 'vitest';
import { LONGEST, runSequences } from './sequences.ts';

/** Needs the embedded table. More of them by `npm run model`. */

const SEED = 20_261_120;
const SEQUENCES = 500;
const TIME_LIMIT_MS = 45_000;

test(`up to ${SEQUENCES} sequences of up to ${LONGEST} commands do to the service what they do to the model`, {
  timeout: 300_000,
}, async () => {
  const counts = await runSequences({ sequences: SEQUENCES, seed: SEED, timeLimitMs: TIME_LIMIT_MS });
  console.log(`${JSON.stringify(counts)} by seed ${SEED}`);
  expect(counts.sequences).toBeGreaterThan(0);
});
