import { parseArgs } from 'node:util';
import { isSound } from '../test/soak/counts.ts';
import { soak } from '../test/soak/soak.ts';
import '../test/support/quiet-functions.ts';

/**
 * `npm run soak -- [--hours 24] [--seed n] [--quick]`: a simulated day of payments with faults and restarts at random.
 * `--quick` is two simulated hours. Exit 1 when an event was lost or a webhook was wrong.
 */
const { values } = parseArgs({
  options: {
    hours: { type: 'string' },
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
  },
});
const hours = Number(values.hours ?? (values.quick ? 2 : 24));
const seed = Number(values.seed);
if (!(hours > 0) || !Number.isInteger(seed)) {
  console.error('usage: npm run soak -- [--hours 24] [--seed 1] [--quick]');
  process.exit(2);
}

console.log(`${hours} simulated hours, seed ${seed}`);
const { counts, seconds } = await soak({ hours, seed, meanPauseMs: 15_000, onProgress: (line) => console.log(line) });
const { problems, ...figures } = counts;
for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(16)}${String(value).padStart(8)}`);
for (const problem of problems.slice(0, 20)) console.log(problem);
const isGood = isSound(counts);
console.log(`${isGood ? 'Sound' : 'NOT sound'}, in ${Math.round(seconds)} s. Seed ${seed}.`);
process.exit(isGood ? 0 : 1);
