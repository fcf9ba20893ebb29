import { parseArgs } from 'node:util';
import { auditText } from '../lib/operator/audit-text.ts';
import { MEAN_PAUSE_MS, soak } from '../test/chaos/soak/soak.ts';
import { figures, HELP } from '../test/chaos/soak/words.ts';
import '../test/support/quiet-functions.ts';

const USAGE = 'usage: npm run soak -- [--hours 24] [--seed 1] [--quick] [--plant]; --help says more';

const { hours, seed, isPlanted } = readArguments();
const payments = Math.round((hours * 3_600_000) / MEAN_PAUSE_MS);
console.log(`${hours} simulated hours, some ${payments} payments, seed ${seed}`);
const options = { hours, seed, isPlanted, onProgress: (line: string) => console.log(line) };
const { counts, night, planted, seconds } = await soak(options).catch((error: Error) => {
  console.error(`NOT sound: ${error.message}. Seed ${seed}.`);
  process.exit(1);
});
for (const line of figures(counts)) console.log(line);
console.log('\nthe nightly audit of the days');
for (const result of night.results) process.stdout.write(auditText(result));
if (planted) {
  console.log(`\n${planted.planted} violations planted, and the first day audited again`);
  for (const result of planted.results) process.stdout.write(auditText(result));
}
const problems = [...counts.problems, ...night.problems, ...(planted?.problems ?? [])];
for (const problem of problems.slice(0, 20)) console.log(problem);
if (problems.length > 20) console.log(`and ${problems.length - 20} problems more`);
const isSound = problems.length === 0 && counts.lost === 0 && counts.wrong === 0;
console.log(`${isSound ? 'Sound' : 'NOT sound'}, in ${Math.round(seconds)} s. Seed ${seed}.`);
process.exit(isSound ? 0 : 1);

function readArguments(): { hours: number; seed: number; isPlanted: boolean } {
  const values = parsed();
  if (values.help) {
    process.stdout.write(HELP);
    process.exit(0);
  }
  const hours = Number(values.hours ?? (values.quick ? 2 : 24));
  const seed = Number(values.seed ?? 1);
  if (!(hours > 0 && hours <= 48)) stop('--hours is a number above 0 and at most 48');
  if (!Number.isSafeInteger(seed)) stop('--seed is a whole number');
  return { hours, seed, isPlanted: values.plant ?? false };
}

function parsed() {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ options: { hours: text, seed: text, quick: flag, plant: flag, help: flag } }).values;
  } catch (error) {
    return stop((error as Error).message);
  }
}

function stop(problem: string): never {
  console.error(problem);
  console.error(USAGE);
  process.exit(2);
}
