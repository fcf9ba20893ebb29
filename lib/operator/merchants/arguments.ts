import { isOverlap, MAX_OVERLAP_MS, OVERLAP_MS } from '../../../functions/merchants/keys/overlap.ts';
import { DAY_MS, HOUR_MS } from '../../../functions/runtime/durations.ts';
import { URL_PROBLEM_SENTENCES } from '../../../functions/webhooks/endpoint/url-problem.ts';
import { checkWebhookUrl } from '../../../functions/webhooks/endpoint/webhook-url.ts';
import { durationMs } from '../../local/clock/clock.ts';
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
  why: { type: 'string' },
} as const;

const CHANGE = { positionals: 1, options: ['why'] } as const;

export const MERCHANT_SUBCOMMANDS = {
  create: { options: ['name', 'webhook-url', 'status', 'bank-account', 'why'] },
  'set-status': { positionals: 2, options: ['why'] },
  'set-webhook': { positionals: 1, options: ['url', 'on', 'off', 'hourly-resend', 'why'] },
  'test-webhook': { positionals: 1 },
  'rotate-api-key': { positionals: 1, options: ['overlap', 'why'] },
  'end-old-api-key': CHANGE,
  'rotate-webhook-secret': CHANGE,
  'switch-webhook-secret': CHANGE,
  reseal: { options: ['dry-run'] },
  show: { positionals: 1 },
  list: {},
} as const;

// Each function below throws a `UsageError` that names the option and its valid values.

const MAX_WHY_CHARACTERS = 200;

export function whyOf(why: string | undefined): { why?: string } {
  if (why === undefined) return {};
  if (why.length > MAX_WHY_CHARACTERS)
    throw new UsageError(`--why is too long: at most ${MAX_WHY_CHARACTERS} characters`);
  return { why };
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
