import { runFill } from '../lib/operator/events/fill-run.ts';
import { runOnTarget } from '../lib/operator/target-command.ts';

const USAGE = `Lists the events that an older version recorded, so that GET /events answers them.

  npm run events -- fill [--dry-run] [--again] [--merchant ID]

  --dry-run        only counts what would be listed
  --again          also merchants that are complete: after a roll-back to a version that does not list events
  --merchant ID    one merchant only
  --json           print one JSON object and nothing else
  --stage NAME     a deployed stage, with the AWS credentials of the environment

fill may run while payments are made, and can be stopped and repeated: it skips merchants that are complete, and adds
only what is absent. If a transaction of a merchant cannot be read, the merchant stays incomplete and the exit status
is 1.
`;

const FLAG = { type: 'boolean', default: false } as const;
const OPTIONS = { merchant: { type: 'string' }, 'dry-run': FLAG, again: FLAG } as const;
const SUBCOMMANDS = { fill: { options: ['merchant', 'dry-run', 'again'] } } as const;

await runOnTarget({ usage: USAGE, options: OPTIONS, subcommands: SUBCOMMANDS }, (values) => {
  const choice = { merchantId: values.merchant, isDryRun: values['dry-run'], isAgain: values.again };
  return (target) => runFill(target, choice, (line) => process.stderr.write(`${line}\n`));
});
