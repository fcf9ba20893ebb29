import type { By } from '../../../functions/merchants/history/change.ts';
import { isOverlap, MAX_OVERLAP_MS, OVERLAP_MS } from '../../../functions/merchants/keys/overlap.ts';
import { DAY_MS, HOUR_MS } from '../../../functions/runtime/durations.ts';
import { URL_PROBLEM_SENTENCES } from '../../../functions/webhooks/endpoint/url-problem.ts';
import { checkWebhookUrl } from '../../../functions/webhooks/endpoint/webhook-url.ts';
import { durationMs } from '../../local/clock/clock.ts';
import { notLonger, type Text, whoOf } from '../arguments.ts';
import { UsageError } from '../command.ts';
import type { Target } from '../target.ts';

/** The options of `npm run merchant`, for `parseArgs`. */
export const MERCHANT_OPTIONS = {
  name: { type: 'string' },
  'webhook-url': { type: 'string' },
  status: { type: 'string' },
  'bank-account': { type: 'string' },
  url: { type: 'string' },
  on: { type: 'boolean' },
  off: { type: 'boolean' },
  'hourly-resend': { type: 'string' },
  overlap: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  who: { type: 'string' },
  why: { type: 'string' },
} as const;

const BY = ['who', 'why'] as const;
const CHANGE = { positionals: 1, options: BY } as const;

export const MERCHANT_SUBCOMMANDS = {
  create: { options: ['name', 'webhook-url', 'status', 'bank-account', ...BY] },
  'set-status': { positionals: 2, options: BY },
  'set-webhook': { positionals: 1, options: ['url', 'on', 'off', 'hourly-resend', ...BY] },
  'test-webhook': { positionals: 1 },
  'rotate-api-key': { positionals: 1, options: ['overlap', ...BY] },
  'end-old-api-key': CHANGE,
  'rotate-webhook-secret': CHANGE,
  'switch-webhook-secret': CHANGE,
  reseal: { options: ['dry-run'] },
  show: { positionals: 1 },
  list: {},
} as const;

// Each function below throws a `UsageError` that names the option and its valid values.

export function byOf({ who, why }: { who?: Text; why?: Text }): By {
  return { who: whoOf(who), ...(why !== undefined && { why: notLonger('--why', why, 200) }) };
}

/** As the commands write them. */
export const OVERLAP = `${OVERLAP_MS / HOUR_MS}h`;
export const MAX_OVERLAP = `${MAX_OVERLAP_MS / DAY_MS}d`;

export function overlapOf(text: string | undefined): number {
  const overlapMs = text === undefined ? OVERLAP_MS : text === '0' ? 0 : durationMs(text);
  if (overlapMs === undefined || !isOverlap(overlapMs))
    throw new UsageError(`--overlap must be 0 to ${MAX_OVERLAP}, such as ${OVERLAP}`);
  return overlapMs;
}

export function checkedUrl(text: string, { local }: Target): string {
  const reading = checkWebhookUrl(text, { permitLoopback: local });
  if (!reading.ok) throw new UsageError(`webhook URL: ${URL_PROBLEM_SENTENCES[reading.problem]}`);
  return reading.value;
}
