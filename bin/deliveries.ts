import { parseArgs } from 'node:util';
import { type Clock, systemClock } from '../functions/runtime/clock.ts';
import { localClock } from '../lib/operator/clock.ts';
import { runCommand, UsageError } from '../lib/operator/command.ts';
import { filterOf, reasonOf, resendFilterOf } from '../lib/operator/deliveries-arguments.ts';
import {
  type DeliveriesCommands,
  deliveriesCommands,
  REDRIVE_QUEUES,
  type Said,
} from '../lib/operator/deliveries-commands.ts';
import { requireKnownMerchant } from '../lib/operator/known-merchant.ts';
import { openTarget, type Target } from '../lib/operator/target.ts';
import { detailText, readDetail } from '../lib/operator/transaction-detail.ts';

const USAGE = `Deliveries of webhooks: what did not arrive, and sending it again.

  npm run deliveries -- list [--merchant ID] [--state STATE] [--from TIME] [--to TIME] [--limit N] [--cursor TEXT]
  npm run deliveries -- show ID                                            every attempt, and the exact payload
  npm run deliveries -- resend ID --why TEXT [--event evt_…]               the newest event, delivered or not
  npm run deliveries -- resend --state STATE | --delivered --why TEXT [--merchant ID] [--from TIME] [--to TIME] [--dry-run]
  npm run deliveries -- redrive [--queue deliveries|retries|relay] [--dry-run]    dead letters, sent again

  STATE          not_delivered, skipped (of all merchants or one); pending, delivered, superseded (of one merchant)
  TIME           of the event: a day in Lisbon (2026-11-20) or a time with its zone (2026-11-20T14:30Z)
  --why, --who   kept with the delivery; --who is your user name unless given
  --json         print one JSON object and nothing else
  --stage NAME   a deployed stage, with the AWS credentials of the environment

Without a state, list shows what was not delivered or skipped, or everything of the one merchant. A resend is a new series
of attempts with the same bytes; nothing is sent while webhooks are off or a delivery is under way.
`;

const OPTIONS = {
  merchant: { type: 'string' },
  state: { type: 'string' },
  delivered: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  limit: { type: 'string', default: '100' },
  cursor: { type: 'string' },
  event: { type: 'string', default: 'newest' },
  why: { type: 'string' },
  who: { type: 'string' },
  queue: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  stage: { type: 'string' },
} as const;

type Values = ReturnType<typeof parsed>['values'];
type Run = (commands: DeliveriesCommands, target: Target) => Promise<Said>;

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parsed(args);
  // What is wrong with the call is told before any service is reached.
  const run = commandOf(positionals, values);
  const target = await openTarget(values.stage);
  const commands = deliveriesCommands(target);
  try {
    await requireKnownMerchant(target.merchants, values.merchant);
    const { json, text, failed } = await run(commands, target);
    process.stdout.write(values.json ? `${JSON.stringify(json)}\n` : text);
    if (failed) process.exitCode = 1;
  } finally {
    commands.close();
    target.close();
  }
});

function parsed(args: string[]) {
  return parseArgs({ args, allowPositionals: true, options: OPTIONS });
}

function commandOf([command = '', id = '']: string[], values: Values): Run {
  switch (command) {
    case 'list': {
      const filter = filterOf(values, clockOf(values)());
      const limit = limitOf(values.limit);
      return (commands) => commands.list(filter, limit, values.cursor);
    }
    case 'show':
      if (id === '') throw new UsageError('the transaction id is missing');
      return async (_, target) => show(target, id);
    case 'resend':
      return resendOf(id, values);
    case 'redrive': {
      const queues = REDRIVE_QUEUES.filter((name) => values.queue === undefined || values.queue === name);
      if (queues.length === 0) throw new UsageError(`--queue must be one of ${REDRIVE_QUEUES.join(', ')}`);
      return (commands) => commands.redrive(queues, values['dry-run']);
    }
    default:
      throw new UsageError(`unknown command: ${command}`);
  }
}

function resendOf(id: string, values: Values): Run {
  const reason = reasonOf(values);
  if (id !== '') {
    if (values['dry-run']) throw new UsageError('--dry-run is for resending many');
    return (commands) => commands.resendOne(id, values.event, reason);
  }
  const filter = resendFilterOf(values, clockOf(values)());
  const announce = (text: string) => void (values.json || process.stdout.write(text));
  return (commands) => commands.resendMany(filter, reason, { dryRun: values['dry-run'], announce });
}

async function show({ client, transactionsTable }: Target, id: string): Promise<Said> {
  const detail = await readDetail(client, transactionsTable, id);
  if (!detail) throw new Error(`transaction not found: ${id}`);
  return { json: detail, text: detailText(detail) };
}

/** What `--since 2h` counts from: the local service's own time, or that of a deployed one. */
function clockOf({ stage }: Values): Clock {
  return stage === undefined ? localClock : systemClock;
}

function limitOf(text: string): number {
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit === 0) throw new UsageError('--limit must be a whole number from 1 to 99999');
  return limit;
}
