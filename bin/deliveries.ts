import { clockOf, idOf, limitOf } from '../lib/operator/arguments.ts';
import { type CommandResult, UsageError } from '../lib/operator/command.ts';
import { filterOf, reasonOf, resendFilterOf } from '../lib/operator/deliveries/arguments.ts';
import { type DeliveriesCommands, deliveriesCommands } from '../lib/operator/deliveries/commands.ts';
import type { Target } from '../lib/operator/target.ts';
import { runOnTarget, type TargetValues } from '../lib/operator/target-command.ts';
import { showTransaction } from '../lib/operator/transaction/transaction-detail.ts';

const USAGE = `Lists deliveries of webhooks and resends them.

  npm run deliveries -- list [--merchant ID] [--state STATE] [--from TIME] [--to TIME] [--limit N] [--cursor TEXT]
  npm run deliveries -- show ID                                            every attempt, and the payload
  npm run deliveries -- resend ID --why TEXT [--event evt_…]               the newest event, or the one given
  npm run deliveries -- resend --state STATE | --delivered --why TEXT [--merchant ID] [--from TIME] [--to TIME]
                               [--refunded] [--dry-run]                    many deliveries

  STATE          not_delivered, skipped (of all merchants or one); pending, delivered, superseded (of one merchant)
  TIME           of the event: a day in Lisbon (2026-11-20) or a time with its zone (2026-11-20T14:30Z)
  --refunded     many deliveries: those of refunded orders too
  --why, --who   stored with the delivery; default of --who: your user name
  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment

Without --state, list shows not_delivered and skipped deliveries, or with --merchant all deliveries of the merchant.
A resend makes up to four new attempts with the same bytes. Nothing is sent while webhooks are off or the delivery is
pending.
`;

const OPTIONS = {
  merchant: { type: 'string' },
  state: { type: 'string' },
  delivered: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  limit: { type: 'string', default: '100' },
  cursor: { type: 'string' },
  event: { type: 'string' },
  why: { type: 'string' },
  who: { type: 'string' },
  refunded: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

const TIMES = ['from', 'to'] as const;
const SUBCOMMANDS = {
  list: { options: ['merchant', 'state', ...TIMES, 'limit', 'cursor'] },
  show: { positionals: 1 },
  resend: {
    positionals: 1,
    options: ['event', 'state', 'delivered', 'why', 'who', 'merchant', ...TIMES, 'refunded', 'dry-run'],
  },
} as const;

type Values = TargetValues<typeof OPTIONS>;
type Run = (commands: DeliveriesCommands, target: Target) => Promise<CommandResult>;

await runOnTarget({ usage: USAGE, options: OPTIONS, subcommands: SUBCOMMANDS }, (values, positionals) => {
  const run = commandOf(positionals, values);
  return async (target) => {
    const commands = deliveriesCommands(target);
    try {
      return await run(commands, target);
    } finally {
      commands.close();
    }
  };
});

function commandOf([command = '', id = '']: string[], values: Values): Run {
  switch (command) {
    case 'list': {
      const filter = filterOf(values, clockOf(values)());
      const limit = limitOf(values.limit);
      return (commands) => commands.list(filter, limit, values.cursor);
    }
    case 'show': {
      const transactionId = idOf(id, 'transaction');
      return (_, target) => showTransaction(target, transactionId);
    }
    case 'resend':
      return resendOf(id, values);
    default:
      throw new UsageError(`unknown command: ${command}`);
  }
}

function resendOf(id: string, values: Values): Run {
  const reason = reasonOf(values);
  if (id !== '') {
    const ofMany = (['dry-run', 'refunded', 'state', 'delivered', 'merchant', ...TIMES] as const).find(
      (name) => values[name],
    );
    if (ofMany !== undefined) throw new UsageError(`--${ofMany} cannot be used with a transaction id`);
    return (commands) => commands.resendOne(id, values.event ?? 'newest', reason);
  }
  if (values.event !== undefined) throw new UsageError('--event needs a transaction id');
  const filter = resendFilterOf(values, clockOf(values)());
  const announce = (text: string) => void (values.json || process.stdout.write(text));
  const request = { ...reason, dryRun: values['dry-run'], refunded: values.refunded };
  return (commands) => commands.resendMany(filter, request, announce);
}
