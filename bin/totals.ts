import { ORDINARY_BACK_DAYS } from '../functions/finance/rebuild/rebuild.ts';
import { BASES } from '../functions/finance/totals/contribution.ts';
import { daysOf, oneOf, wholeNumberOf } from '../lib/operator/arguments.ts';
import { type CommandResult, UsageError } from '../lib/operator/command.ts';
import { type TotalsCommands, totalsCommands } from '../lib/operator/finance/totals-commands.ts';
import { runOnTarget, type TargetValues } from '../lib/operator/target-command.ts';

const USAGE = `Shows the totals by day in Lisbon, method and status, or rebuilds them from the transactions.

  npm run totals -- show --from DAY [--to DAY] [--merchant ID] [--by paid|recorded]
  npm run totals -- rebuild --from DAY [--to DAY] [--merchant ID] [--back DAYS]

  DAY            a day in Lisbon (2026-11-20), both included; default of --to: --from; 92 days at most
  --by           paid (default): payments by the bank's time of payment. recorded: by our time of record, with failed
                 and cancelled transactions
  --back DAYS    also scans transactions created or paid up to so many days before --from; default 35
  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment

rebuild may run while payments are made. It prints the differences that it corrected, day by day. It does not see
transactions that settled or were refunded later than --back after they were created and paid, except refunds that were
counted when they were recorded. It also writes the sums of the refunds of these days again. If a transaction of a
merchant cannot be read, the merchant's totals are left unchanged and the exit status is 1.
`;

const MAX_BACK_DAYS = 3_650;

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  merchant: { type: 'string' },
  by: { type: 'string', default: 'paid' },
  back: { type: 'string', default: String(ORDINARY_BACK_DAYS) },
} as const;

const PERIOD = ['from', 'to', 'merchant'] as const;
const SUBCOMMANDS = { show: { options: [...PERIOD, 'by'] }, rebuild: { options: [...PERIOD, 'back'] } } as const;

await runOnTarget({ usage: USAGE, options: OPTIONS, subcommands: SUBCOMMANDS }, (values, positionals) => {
  const run = commandOf(positionals, values);
  return (target) => run(totalsCommands(target, (line) => process.stderr.write(`${line}\n`)));
});

function commandOf(
  [command = '']: string[],
  values: TargetValues<typeof OPTIONS>,
): (commands: TotalsCommands) => Promise<CommandResult> {
  const period = { ...daysOf(values), merchantId: values.merchant };
  switch (command) {
    case 'show': {
      const by = oneOf('--by', BASES, values.by);
      return (commands) => commands.show(period, by);
    }
    case 'rebuild': {
      const backDays = wholeNumberOf('--back', values.back, [1, MAX_BACK_DAYS]);
      return (commands) => commands.rebuild(period, backDays);
    }
    default:
      throw new UsageError(`unknown command: ${command}`);
  }
}
