import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import type { Said } from '../lib/operator/deliveries-commands.ts';
import { requireKnownMerchant } from '../lib/operator/known-merchant.ts';
import { openTarget } from '../lib/operator/target.ts';
import { backDaysOf, basisOf, periodOf } from '../lib/operator/totals-arguments.ts';
import { type TotalsCommands, totalsCommands } from '../lib/operator/totals-commands.ts';

const USAGE = `Totals by day in Lisbon, method and status: shows them, or computes them again from the transactions.

  npm run totals -- show --from DAY [--to DAY] [--merchant ID] [--by paid|recorded]
  npm run totals -- rebuild --from DAY [--to DAY] [--merchant ID] [--back DAYS]

  DAY            a day in Lisbon (2026-11-20), both included; --to is --from unless given; 92 days at most
  --by           paid: by the bank's time of payment, what was paid. recorded: by our time of record, also what failed or
                 was cancelled. paid unless given
  --back DAYS    transactions created or paid up to so many days before --from are looked at; 35 unless given
  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment

rebuild may run while payments come in. It prints what it found different, day by day. What settled, or was refunded, later
than --back after it was created and paid is not seen by it, except refunds that were counted when they came.
Where a transaction of a merchant cannot be read, the merchant's totals are left as they are, and the exit status is 1.
`;

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  merchant: { type: 'string' },
  by: { type: 'string', default: 'paid' },
  back: { type: 'string' },
  json: { type: 'boolean', default: false },
  stage: { type: 'string' },
} as const;

type Values = ReturnType<typeof parsed>['values'];

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parsed(args);
  // What is wrong with the call is told before any service is reached.
  const run = commandOf(positionals, values);
  const target = await openTarget(values.stage);
  try {
    await requireKnownMerchant(target.merchants, values.merchant);
    const commands = totalsCommands(target, (line) => process.stderr.write(`${line}\n`));
    const { json, text, failed } = await run(commands);
    process.stdout.write(values.json ? `${JSON.stringify(json)}\n` : text);
    if (failed) process.exitCode = 1;
  } finally {
    target.close();
  }
});

function parsed(args: string[]) {
  return parseArgs({ args, allowPositionals: true, options: OPTIONS });
}

function commandOf([command = '', extra]: string[], values: Values): (commands: TotalsCommands) => Promise<Said> {
  if (extra !== undefined) throw new UsageError(`what is ${extra}?`);
  const period = { ...periodOf(values), merchantId: values.merchant };
  switch (command) {
    case 'show': {
      const by = basisOf(values.by);
      return (commands) => commands.show(period, by);
    }
    case 'rebuild': {
      const backDays = backDaysOf(values.back);
      return (commands) => commands.rebuild(period, backDays);
    }
    default:
      throw new UsageError(`unknown command: ${command}`);
  }
}
