import { clockOf, idOf, limitOf } from '../lib/operator/arguments.ts';
import { type CommandResult, UsageError } from '../lib/operator/command.ts';
import { closingOf, exceptionFilterOf, noteOf } from '../lib/operator/exceptions/arguments.ts';
import { type ExceptionsCommands, exceptionsCommands } from '../lib/operator/exceptions/commands.ts';
import { runOnTarget, type TargetValues } from '../lib/operator/target-command.ts';

const USAGE = `Lists exceptions, which a person must review, adds notes to them, and closes them.

  npm run exceptions -- list [--merchant ID] [--kind KIND] [--from TIME] [--to TIME] [--limit N] [--cursor TEXT]
  npm run exceptions -- list --closed [--merchant ID] [--kind KIND] [--from TIME] [--to TIME] [--limit N]
                             [--cursor TEXT]
  npm run exceptions -- show ID                                      exceptions of one transaction, open and closed
  npm run exceptions -- note ID [EXCEPTION] --note TEXT              adds a note
  npm run exceptions -- close ID [EXCEPTION] --outcome OUTCOME --note TEXT

  ID             a transaction (tx_…), or foreign_… of money that has no transaction
  EXCEPTION      its id or kind, as shown; optional if only one is open
  KIND           paid-twice, underpaid, unknown-payment, late, overpaid, order-paid-twice, bank-undecided,
                 unclear-payment, unknown-refund
  OUTCOME        refunded, kept, shipped, not-ours
  TIME           a day in Lisbon (2026-11-20) or a time with its zone (2026-11-20T14:30Z)
  --note, --who  stored with the exception; default of --who: your user name
  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment

list shows open exceptions by merchant and time, the oldest first. With --closed it shows the exceptions closed in that
period, the newest first, with the sum of each outcome. An exception can be closed once: a second close shows the first.
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
} as const;

const SUBCOMMANDS = {
  list: { options: ['merchant', 'kind', 'from', 'to', 'limit', 'cursor', 'closed'] },
  show: { positionals: 1 },
  note: { positionals: 2, options: ['note', 'who'] },
  close: { positionals: 2, options: ['outcome', 'note', 'who'] },
} as const;

type Values = TargetValues<typeof OPTIONS>;
type Run = (commands: ExceptionsCommands) => Promise<CommandResult>;

await runOnTarget({ usage: USAGE, options: OPTIONS, subcommands: SUBCOMMANDS }, (values, positionals) => {
  const run = commandOf(positionals, values);
  return (target) => run(exceptionsCommands(target));
});

function commandOf([command = '', id = '', which = '']: string[], values: Values): Run {
  switch (command) {
    case 'list': {
      const filter = exceptionFilterOf(values, clockOf(values)());
      const limit = limitOf(values.limit);
      return (commands) => commands.list(values.closed ? 'closed' : 'open', filter, limit, values.cursor);
    }
    case 'show': {
      const transactionId = idOf(id, 'transaction');
      return (commands) => commands.show(transactionId);
    }
    case 'note': {
      const transactionId = idOf(id, 'transaction');
      const note = noteOf(values);
      return (commands) => commands.note(transactionId, which, note);
    }
    case 'close': {
      const transactionId = idOf(id, 'transaction');
      const closing = closingOf(values);
      return (commands) => commands.close(transactionId, which, closing);
    }
    default:
      throw new UsageError(`unknown command: ${command}`);
  }
}
