import { parseArgs } from 'node:util';
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
  help: { type: 'boolean', default: false },
} as const;

function misused(problem: string): never {
  process.stderr.write(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    return misused((error as Error).message);
  }
}

function wholeNumber(name: 'crash-pairs' | 'fault-pairs' | 'seed', text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : misused(`--${name} must be a whole number`);
}

const values = readOptions();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
if (values.job !== undefined) {
  const row = await playJob(JSON.parse(values.job) as Job);
  await new Promise((sent) => process.send?.(row, sent));
  process.exit(0);
}
// A number, since it goes to other processes as JSON.
const pairs = (name: 'crash-pairs' | 'fault-pairs') =>
  values.all ? Number.MAX_SAFE_INTEGER : wholeNumber(name, values[name]);
const options = {
  crashPairs: pairs('crash-pairs'),
  faultPairs: pairs('fault-pairs'),
  seed: wholeNumber('seed', values.seed),
  only: values.only,
};
if (scenarioNames(options.only).length === 0) {
  misused(`no scenario has "${options.only}" in its name; there are: ${scenarioNames('').join('; ')}`);
}
process.exit((await runEverything(options, import.meta.filename)) ? 0 : 1);
