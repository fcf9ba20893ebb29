import { expect, test } from 'vitest';
import { MAX_COMMANDS, runSequences } from './sequences.ts';

/** Needs the embedded table. `npm run model` runs more sequences. */

const SEED = 20_261_120;
const SEQUENCES = 100;

test(`${SEQUENCES} sequences of up to ${MAX_COMMANDS} commands have the same effect on the service and on the model`, {
  timeout: 300_000,
}, async () => {
  const counts = await runSequences({ sequences: SEQUENCES, seed: SEED });
  console.log(`${JSON.stringify(counts)} by seed ${SEED}`);
  expect(counts.sequences).toBe(SEQUENCES);
});
