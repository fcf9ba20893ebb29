import { parseArgs } from 'node:util';
import { type Clock, systemClock } from '../functions/runtime/clock.ts';
import { localClock } from '../lib/operator/clock.ts';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import type { Said } from '../lib/operator/deliveries-commands.ts';
import { assigningOf, auditPeriodOf, closingOf, exceptionFilterOf } from '../lib/operator/exceptions-arguments.ts';
import { type ExceptionsCommands, exceptionsCommands } from '../lib/operator/exceptions-commands.ts';
import { requireKnownMerchant } from '../lib/operator/known-merchant.ts';
import { openTarget } from '../lib/operator/target.ts';

const USAGE = `Exceptions: where money and record disagree, until a person closes each with an outcome.

  npm run exceptions -- list [--merchant ID] [--kind KIND] [--from TIME] [--to TIME] [--limit N] [--cursor TEXT]
  npm run exceptions -- list --closed [--merchant ID] [--kind KIND] [--from TIME] [--to TIME] [--limit N] [--cursor TEXT]
  npm run exceptions -- show ID                                      all of one transaction, open and closed
  npm run exceptions -- assign ID [EXCEPTION] --to NAME              who looks after it
  npm run exceptions -- close ID [EXCEPTION] --outcome OUTCOME --note TEXT
  npm run exceptions -- audit --merchant ID [--from TIME] [--to TIME]    orders paid twice, looked for again

  ID             the transaction (tx_…), or foreign_… of money that is not ours
  EXCEPTION      its id or kind, as shown; not needed where only one is open
  KIND           late, paid-twice, order-paid-twice, underpaid, overpaid, foreign-currency, unclear-payment,
                 bank-undecided, unknown-payment, unknown-refund
  OUTCOME        refunded, kept, shipped, not-ours
  TIME           a day in Lisbon (2026-11-20) or a time with its zone (2026-11-20T14:30Z)
  --note, --who  kept with the exception; --who is your user name unless given
  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment

list shows what is open, by merchant and then by time, the oldest first; with --closed what was closed in that time, the
newest first, with its outcome and the euros of each. What was closed stays closed: a second closing is told who was first.
`;

const OPTIONS = {
  merchant: { type: 'string' },
  kind: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  limit: { type: 'string', default: '100' },
  cursor: { type: 'string' },
  closed: { type: 'boolean', default: false },
  outcome: { type: 'string' },
  note: { type: 'string' },
  who: { type: 'string' },
  json: { type: 'boolean', default: false },
  stage: { type: 'string' },
} as const;

type Values = ReturnType<typeof parsed>['values'];
type Run = (commands: ExceptionsCommands) => Promise<Said>;

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parsed(args);
  // What is wrong with the call is told before any service is reached.
  const run = commandOf(positionals, values);
  const target = await openTarget(values.stage);
  try {
    await requireKnownMerchant(target.merchants, values.merchant);
    const { json, text, failed } = await run(exceptionsCommands(target));
    process.stdout.write(values.json ? `${JSON.stringify(json)}\n` : text);
    if (failed) process.exitCode = 1;
  } finally {
    target.close();
  }
});

function parsed(args: string[]) {
  return parseArgs({ args, allowPositionals: true, options: OPTIONS });
}

function commandOf([command = '', id = '', which = '']: string[], values: Values): Run {
  switch (command) {
    case 'list': {
      const filter = exceptionFilterOf(values, clockOf(values)());
      const limit = limitOf(values.limit);
      return (commands) => commands.list(values.closed ? 'closed' : 'open', filter, limit, values.cursor);
    }
    case 'show':
      needsId(id);
      return (commands) => commands.show(id);
    case 'assign': {
      needsId(id);
      const assigning = assigningOf(values);
      return (commands) => commands.assign(id, which, assigning);
    }
    case 'close': {
      needsId(id);
      const closing = closingOf(values);
      return (commands) => commands.close(id, which, closing);
    }
    case 'audit': {
      const period = auditPeriodOf(values, clockOf(values)());
      return (commands) => commands.audit(period);
    }
    default:
      throw new UsageError(`unknown command: ${command}`);
  }
}

/** Now, until which is listed: the local service's own time, which can be moved, or that of a deployed one. */
function clockOf({ stage }: Values): Clock {
  return stage === undefined ? localClock : systemClock;
}

function needsId(id: string): void {
  if (id === '') throw new UsageError('the transaction id is missing');
}

function limitOf(text: string): number {
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new UsageError('--limit must be a whole number from 1 to 99999');
  return limit;
}
