import { wholeNumberOf } from '../lib/operator/arguments.ts';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import { type Job, playJob, runEverything, scenarioNames } from '../test/chaos/faults/full-run.ts';
import '../test/support/quiet-functions.ts';

const USAGE = `Breaks every call of every function to what is outside it, and looks at what is left when all is quiet again.

  npm run faults [-- OPTIONS]

Two parts run side by side over the same scenarios. Crashes: the function dies before a call leaves or after it has
returned. Faults: the call is throttled, fails, is reset or cut off before or after its effect, hangs, or meets expired
credentials. Each run breaks one place, or two.

  --only TEXT       only scenarios whose name contains TEXT
  --crash-pairs N   pairs of crashes for each scenario, drawn by the seed; 60 unless given, 0 for none
  --fault-pairs N   the same of faults
  --all             every pair of both, which takes hours
  --seed N          another draw of pairs; 1 unless given
  --help            this text

Single crashes and faults are always played, each at every call. A line for each finished scenario goes to standard
error, the two tables to standard output:

  points, calls     where the undisturbed run can be cut, and the calls it makes
  injected          crashes made, or requests that met a fault
  missed            runs that took another way and did not come to all that was planned for them
  POSTs             webhooks that arrived; each was held against the record, and each delivery's end against its story
  problems          runs that lost an event, said something wrong, or did not end; the first of each are described

Exit 0: no problem. Exit 1: a run had a problem, or a scenario broke nothing, so that it proves nothing. Exit 2: wrong options.
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
  // A number, since it goes to other processes as JSON.
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
// Invocations that died have left timers behind.
process.exit();
