import { HOUR_MS } from '../functions/runtime/durations.ts';
import { wholeNumberOf } from '../lib/operator/arguments.ts';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import { auditText } from '../lib/operator/finance/audit-text.ts';
import { MEAN_PAUSE_MS, type SoakOptions, type SoakOutcome, soak } from '../test/chaos/soak/soak.ts';
import { figures, HELP } from '../test/chaos/soak/texts.ts';
import '../test/support/quiet-functions.ts';

const OPTIONS = {
  hours: { type: 'string' },
  seed: { type: 'string', default: '1' },
  quick: { type: 'boolean', default: false },
  plant: { type: 'boolean', default: false },
} as const;

await runCommand({ usage: HELP, options: OPTIONS, runsBare: true }, async (values) => {
  const hours = Number(values.hours ?? (values.quick ? 2 : 24));
  if (!(hours > 0 && hours <= 48)) throw new UsageError('--hours must be a number above 0 and at most 48');
  const seed = wholeNumberOf('--seed', values.seed, [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  const payments = Math.round((hours * HOUR_MS) / MEAN_PAUSE_MS);
  console.log(`${hours} simulated hours, about ${payments} payments, seed ${seed}`);
  process.exitCode = (await isSound({ hours, seed, isPlanted: values.plant, onProgress: console.log })) ? 0 : 1;
});
// Crashed invocations leave timers behind.
process.exit();

async function isSound(options: SoakOptions): Promise<boolean> {
  const { seed } = options;
  const outcome = await soak(options).catch((error: Error) => {
    throw new Error(`NOT sound: ${error.message}. Seed ${seed}.`);
  });
  printOutcome(outcome);
  const { counts, night, planted, seconds } = outcome;
  const problems = [...counts.problems, ...night.problems, ...(planted?.problems ?? [])];
  for (const problem of problems.slice(0, 20)) console.log(problem);
  if (problems.length > 20) console.log(`and ${problems.length - 20} more problems`);
  const isGood = problems.length === 0 && counts.lost === 0 && counts.wrong === 0;
  console.log(`${isGood ? 'Sound' : 'NOT sound'}, in ${Math.round(seconds)} s. Seed ${seed}.`);
  return isGood;
}

function printOutcome({ counts, night, planted }: SoakOutcome): void {
  for (const line of figures(counts)) console.log(line);
  console.log('\nthe nightly audit of the days');
  for (const result of night.results) process.stdout.write(auditText(result));
  if (!planted) return;
  console.log(`\n${planted.planted} violations planted, first day audited again`);
  for (const result of planted.results) process.stdout.write(auditText(result));
}
