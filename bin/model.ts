import { readOptions } from '../test/model/options.ts';
import { runSequences, type SequenceCounts } from '../test/model/sequences.ts';
import '../test/support/quiet-functions.ts';

const options = readOptions(process.argv.slice(2));
console.log(`${options.sequences} sequences, seed ${options.seed}`);
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);
const part = Math.max(1, Math.floor(options.sequences / 20));

const figures = (counts: SequenceCounts) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

try {
  const counts = await runSequences({
    ...options,
    onSequence: (sofar) => {
      if (sofar.sequences % part === 0) console.log(`${figures(sofar)}; ${seconds()} s`);
    },
  });
  console.log(`Model and service agree: ${figures(counts)}, in ${seconds()} s. Seed ${options.seed}.`);
} catch (error) {
  const { message, cause } = error as Error;
  console.error(message);
  if (cause instanceof Error) console.error(cause.message);
  console.error(`Model and service do NOT agree. Seed ${options.seed}; ${seconds()} s.`);
  process.exit(1);
}
// Invocations that died have left timers behind.
process.exit(0);
