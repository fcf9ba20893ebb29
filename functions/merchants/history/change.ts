import * as z from 'zod/mini';
import { type Attribute, type Attributes, fromAttributes } from '../../runtime/attributes.ts';
import { historyItemId } from '../tables.ts';

/** The actions on an account. `user.…` entries are written with the users. */
export const HISTORY_ACTIONS = [
  'account.created',
  'account.status',
  'account.company',
  'account.mail',
  'api-key.revealed',
  'api-key.rotated',
  'api-key.old-ended',
  'webhook.url',
  'webhook.toggle',
  'webhook.hourly-resend',
  'webhook.secret-revealed',
  'webhook.secret-rotated',
  'webhook.secret-switched',
  'webhook.tested',
] as const;
export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** Who makes a change, and why where a reason is required. */
export interface By {
  /** A person's id, name or e-mail address; at most 100 characters. */
  who: string;
  /** At most 200 characters. */
  why?: string;
}

const fact = z.union([z.string(), z.int(), z.boolean(), z.null()]);
const facts = z.record(z.string(), fact);
/** Plain values by name; never a secret, not even a sealed one. */
export type Facts = z.infer<typeof facts>;

/**
 * One change of an account: who, when, what, before and after. Entries of a merchant are numbered from 1 without a gap.
 */
const historyEntry = z.object({
  merchantId: z.string(),
  number: z.int().check(z.positive()),
  at: z.int(),
  who: z.string(),
  why: z.optional(z.string()),
  action: z.enum(HISTORY_ACTIONS),
  before: facts,
  after: facts,
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export interface NewHistoryEntry {
  action: HistoryAction;
  by: By;
  at: number;
  before?: Facts;
  after?: Facts;
}

// Form of an API key, of a webhook secret, and of a sealed value (`seal.ts`).
const SECRET = /sk_[\w-]{43}|whsec_|\bk\d+\.[\w-]{16}\.[\w-]{22}\./;

/** Whether a text holds an API key, a webhook secret or a sealed value: a person's note may, by mistake. */
export function holdsSecret(text: string): boolean {
  return SECRET.test(text);
}

/** The item of an entry. Throws where a value looks like a secret: an entry that gives one away must not be written. */
export function historyItem(
  merchantId: string,
  number: number,
  entry: NewHistoryEntry,
): Record<string, Attribute | undefined> {
  const { action, by, at, before = {}, after = {} } = entry;
  const texts = [by.who, by.why, ...Object.values(before), ...Object.values(after)];
  if (texts.some((text) => typeof text === 'string' && holdsSecret(text))) {
    throw new Error(`history: ${action} would hold a secret`);
  }
  // Not `merchantId` or `accountStatus`, so that no index of accounts contains an entry.
  return {
    id: historyItemId(merchantId, number),
    ofMerchant: merchantId,
    number,
    at,
    who: by.who,
    why: by.why,
    action,
    before,
    after,
  };
}

/** Throws on an item that does not fit. */
export function historyEntryOf(item: Attributes): HistoryEntry {
  const { ofMerchant, ...entry } = fromAttributes(item);
  return historyEntry.parse({ merchantId: ofMerchant, ...entry });
}

/** A webhook URL as an entry shows it: without user name and query, where receivers carry tokens of their own. */
export function shownUrl(url: string | undefined): string | null {
  if (url === undefined) return null;
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
