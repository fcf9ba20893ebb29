import { wholeNumberOf } from '../../../lib/operator/arguments.ts';
import { runCommand, UsageError } from '../../../lib/operator/command.ts';
import { type Job, playJob, runEverything, scenarioNames } from './full-run.ts';
import '../../support/quiet-functions.ts';

const USAGE = `Injects a fault into every external call of every function, and checks the result when nothing is due.

  npm run faults [-- OPTIONS]

Two parts run side by side over the same scenarios. Crashes: the function crashes before a call leaves or after it
returns. Faults: the call is throttled, fails, is reset before or after its effect, has its answer truncated, hangs, or
meets expired credentials. Each run has one or two crashes or faults.

  --only TEXT       only scenarios whose name contains TEXT
  --crash-pairs N   pairs of crashes for each scenario, drawn by the seed; 60 by default, 0 for none
  --fault-pairs N   pairs of faults; 60 by default
  --all             every pair of both, which takes hours
  --seed N          draws other pairs; 1 by default
  --help            this text

Single crashes and faults always run, each at every call. A line for each finished scenario goes to standard error, the
two tables to standard output:

  points, calls     points at which the run without faults can be cut, and the calls it makes
  injected          crashes, or requests that met a fault
  missed            runs that took another path and did not meet everything planned for them
  POSTs             webhooks received; each is compared with the record, and each delivery's end with the scenario
  problems          runs that lost an event, reported something wrong, or did not end; the first ones are described

Exit status: 0 without problems, 1 when a run has a problem or injects nothing and so proves nothing, 2 for invalid
options.
`;

const OPTIONS = {
  job: { type: 'string' },
  only: { type: 'string', default: '' },
  'crash-pairs': { type: 'string', default: '60' },
  'fault-pairs': { type: 'string', default: '60' },
  all: { type: 'boolean', default: false },
  seed: { type: 'string', default: '1' },
} as const;
const MAX_NUMBER = 999_999_999;

await runCommand({ usage: USAGE, options: OPTIONS, runsBare: true }, async (values) => {
  if (values.job !== undefined) {
    const row = await playJob(JSON.parse(values.job) as Job);
    return void (await new Promise((sent) => process.send?.(row, sent)));
  }
  // A number: it is passed to other processes as JSON.
  const pairs = (name: 'crash-pairs' | 'fault-pairs') =>
    values.all ? Number.MAX_SAFE_INTEGER : wholeNumberOf(`--${name}`, values[name], [0, MAX_NUMBER]);
  const options = {
    crashPairs: pairs('crash-pairs'),
    faultPairs: pairs('fault-pairs'),
    seed: wholeNumberOf('--seed', values.seed, [0, MAX_NUMBER]),
    only: values.only,
  };
  if (scenarioNames(options.only).length === 0)
    throw new UsageError(`no scenario name contains "${options.only}"; scenarios: ${scenarioNames('').join('; ')}`);
  process.exitCode = (await runEverything(options, import.meta.filename)) ? 0 : 1;
});
// Crashed invocations leave timers behind.
process.exit();
