import { wholeNumberOf } from '../lib/operator/arguments.ts';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import { type Job, playJob, runEverything, scenarioNames } from '../test/chaos/faults/full-run.ts';
import '../test/support/quiet-functions.ts';

const USAGE = `Makes every outgoing call of every function fail in turn, and checks the state after recovery.

  npm run faults [-- OPTIONS]

Two parts run in parallel over the same scenarios. Crashes: the function dies before a call is sent or after it has
returned. Faults: the call is throttled, fails, is reset or cut off before or after its effect, hangs, or has expired
credentials. Each run breaks one call, or two.

  --only TEXT       only scenarios whose name contains TEXT
  --crash-pairs N   pairs of crashes for each scenario, drawn by the seed; default 60, 0 for none
  --fault-pairs N   pairs of faults, likewise
  --all             every pair of both, which takes hours
  --seed N          seed of the draw; default 1
  --help            this text

Single crashes and faults always run, each at every call. A line for each finished scenario goes to standard error, the
two tables to standard output:

  points, calls     places where the undisturbed run can be cut, and the calls that it makes
  injected          crashes, or requests that had a fault
  missed            runs that took another path and did not reach every planned fault
  POSTs             webhooks that arrived; each is compared with the record, and each delivery's end with its history
  problems          runs that lost an event, sent something wrong, or did not end; the first of each are described

Exit status: 0 no problem, 1 a run had a problem or a scenario broke nothing, 2 wrong options.
`;

const OPTIONS = {
  job: { type: 'string' },
  only: { type: 'string', default: '' },
  'crash-pairs': { type: 'string', default: '60' },
  'fault-pairs': { type: 'string', default: '60' },
  all: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
} as const;
const MOST = 999_999_999;

await runCommand({ usage: USAGE, options: OPTIONS, runsBare: true }, async (values) => {
  if (values.job !== undefined) {
    const row = await playJob(JSON.parse(values.job) as Job);
    return void (await new Promise((sent) => process.send?.(row, sent)));
  }
  // A number and not Infinity: other processes get it as JSON.
  const pairs = (name: 'crash-pairs' | 'fault-pairs') =>
    values.all ? Number.MAX_SAFE_INTEGER : wholeNumberOf(`--${name}`, values[name], [0, MOST]);
  const options = {
    crashPairs: pairs('crash-pairs'),
    faultPairs: pairs('fault-pairs'),
    seed: wholeNumberOf('--seed', values.seed, [0, MOST]),
    only: values.only,
  };
  if (scenarioNames(options.only).length === 0)
    throw new UsageError(`no scenario has "${options.only}" in its name; there are: ${scenarioNames('').join('; ')}`);
  process.exitCode = (await runEverything(options, import.meta.filename)) ? 0 : 1;
});
// Crashed invocations leave timers running.
process.exit();
