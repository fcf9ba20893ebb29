import { runCommand } from '../lib/operator/command.ts';
import { HELP, OPTIONS, runOf, type ScheduleRun, type SequenceRun } from '../test/chaos/model/options.ts';
import { runSequences, type SequenceCounts } from '../test/chaos/model/sequences.ts';
import { failureText, figuresText } from '../test/chaos/money/figures.ts';
import { runSchedules } from '../test/chaos/money/run.ts';
import '../test/support/quiet-functions.ts';

const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);

const figures = (counts: SequenceCounts) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

async function sequences(run: SequenceRun): Promise<boolean> {
  console.log(`${run.sequences} sequences, seed ${run.seed}`);
  const part = Math.max(1, Math.floor(run.sequences / 20));
  try {
    const counts = await runSequences({
      ...run,
      onSequence: (sofar) => {
        if (sofar.sequences % part === 0) console.log(`${figures(sofar)}; ${seconds()} s`);
      },
    });
    console.log(`Model and service agree: ${figures(counts)}, in ${seconds()} s. Seed ${run.seed}.`);
    return true;
  } catch (error) {
    const { message, cause } = error as Error;
    console.error(message);
    if (cause instanceof Error) console.error(cause.message);
    console.error(`Model and service do NOT agree. Seed ${run.seed}; ${seconds()} s.`);
    return false;
  }
}

async function schedules(run: ScheduleRun): Promise<boolean> {
  console.log(`${run.schedules} schedules of payments from number ${run.from}, seed ${run.seed}`);
  const part = Math.max(1, Math.floor(run.schedules / 20));
  const { counts, failures } = await runSchedules({
    ...run,
    onSchedule: ({ schedules: played, movements, failed }) => {
      if (played % part === 0)
        console.log(`${played} schedules, ${movements} payments, ${failed} failed; ${seconds()} s`);
    },
  });
  for (const failure of failures) console.error(`\n${failureText(failure)}`);
  console.log(
    `\n${figuresText(counts)}\n  ${seconds()} s, ${(counts.schedules / Math.max(1, seconds())).toFixed(1)} a second`,
  );
  if (counts.failed === 0) console.log(`Every cent is accounted for. Seed ${run.seed}.`);
  else console.error(`${counts.failed} schedules FAILED. Seed ${run.seed}.`);
  return counts.failed === 0;
}

await runCommand({ usage: HELP, options: OPTIONS, runsBare: true }, async (values) => {
  const run = runOf(values);
  const isGood = run.kind === 'schedules' ? await schedules(run) : await sequences(run);
  process.exitCode = isGood ? 0 : 1;
});
// Crashed invocations leave timers behind.
process.exit();
