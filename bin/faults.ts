import { parseArgs } from 'node:util';
import { type Job, playJob, runEverything } from '../test/faults/full-run.ts';
import '../test/support/quiet-functions.ts';

/**
 * `npm run faults`: crashes and network faults at every external call of every function, and pairs of them.
 * Options: --only TEXT (scenarios whose name contains it), --crash-pairs N and --fault-pairs N (at most so many for each
 * scenario), --all (every pair), --seed N. Exit 1 when anything was lost or wrong.
 */
const { values } = parseArgs({
  options: {
    job: { type: 'string' },
    only: { type: 'string', default: '' },
    'crash-pairs': { type: 'string', default: '400' },
    'fault-pairs': { type: 'string', default: '400' },
    all: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});

if (values.job !== undefined) {
  process.send?.(await playJob(JSON.parse(values.job) as Job));
  process.exit();
}
const pairs = (text: string) => (values.all ? Number.POSITIVE_INFINITY : Number(text));
const isGood = await runEverything(
  {
    crashPairs: pairs(values['crash-pairs']),
    faultPairs: pairs(values['fault-pairs']),
    seed: Number(values.seed),
    only: values.only,
  },
  import.meta.filename,
);
process.exit(isGood ? 0 : 1);
