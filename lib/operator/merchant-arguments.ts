import { userInfo } from 'node:os';
import { isOverlap, OVERLAP_MS } from '../../functions/merchants/api-key-overlap.ts';
import type { By } from '../../functions/merchants/audit.ts';
import { ACCOUNT_STATUSES, type AccountStatus } from '../../functions/merchants/merchant.ts';
import { checkWebhookUrl, URL_PROBLEM_SENTENCES } from '../../functions/webhooks/webhook-url.ts';
import { durationMs } from '../local/duration.ts';
import { UsageError } from './command.ts';
import type { Target } from './target.ts';

/** The options of `npm run merchant`, for `parseArgs`. */
export const MERCHANT_OPTIONS = {
  name: { type: 'string' },
  'webhook-url': { type: 'string' },
  status: { type: 'string' },
  'bank-account': { type: 'string' },
  url: { type: 'string' },
  on: { type: 'boolean' },
  off: { type: 'boolean' },
  overlap: { type: 'string' },
  before: { type: 'string' },
  who: { type: 'string' },
  why: { type: 'string' },
  json: { type: 'boolean' },
  stage: { type: 'string' },
} as const;

// Each of the following throws a `UsageError` that names the option and what it may be.

export function given(merchantId: string): string {
  if (merchantId === '') throw new UsageError('the merchant id is missing');
  return merchantId;
}

export function byOf({ who, why }: { who?: string | undefined; why?: string | undefined }): By {
  const name = who ?? userInfo().username;
  if (name.length > 100) throw new UsageError('--who is too long: at most 100 characters');
  if (why !== undefined && why.length > 200) throw new UsageError('--why is too long: at most 200 characters');
  return { who: name, ...(why !== undefined && { why }) };
}

export function overlapOf(text: string | undefined): number {
  const overlapMs = text === undefined ? OVERLAP_MS : text === '0' ? 0 : durationMs(text);
  if (overlapMs === undefined || !isOverlap(overlapMs)) throw new UsageError('--overlap must be 0 to 7d, such as 24h');
  return overlapMs;
}

export function beforeOf(text: string | undefined): { before?: number } {
  if (text === undefined) return {};
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError('--before must be the number of an entry');
  return { before: Number(text) };
}

export function accountStatus(text: string): AccountStatus {
  const status = ACCOUNT_STATUSES.find((known) => known === text);
  if (!status) throw new UsageError(`status must be one of ${ACCOUNT_STATUSES.join(', ')}`);
  return status;
}

export function checkedUrl(text: string, { local }: Target): string {
  const reading = checkWebhookUrl(text, { permitLoopback: local });
  if (!reading.ok) throw new UsageError(`webhook URL: ${URL_PROBLEM_SENTENCES[reading.problem].en}`);
  return reading.url;
}
