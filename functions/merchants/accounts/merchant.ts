import * as z from 'zod/mini';
import { type Attributes, fromAttributes } from '../../runtime/attributes.ts';
import { company } from './company.ts';

/** Only `active` may call the API (§5.1); payments of the others settle and their webhooks are sent (decision D12). */
export const ACCOUNT_STATUSES = ['pending', 'active', 'suspended', 'refused'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

const timeMs = z.int().check(z.nonnegative());

/** The languages of the page, in which a merchant gets its mail. */
export const LANGUAGES = ['pt', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A merchant's item. Secrets are sealed (`seal.ts`). */
export const merchant = z.object({
  merchantId: z.string(),
  name: z.string(),
  /** Absent until the merchant gives it. */
  company: z.optional(company),
  accountStatus: z.enum(ACCOUNT_STATUSES),
  bankAccount: z.string(),
  /** Not stored of the smoke test's account, which no index has (`tables.ts`). */
  createdAt: z._default(timeMs, 0),
  /** SHA-256 of the API key: the key item's name. */
  apiKeyHash: z.string(),
  apiKey: z.string(),
  /** While the overlap of a rotation lasts (decision 0032): the previous key, sealed, its hash, and when it ends. */
  previousApiKey: z.optional(z.string()),
  previousApiKeyHash: z.optional(z.string()),
  previousApiKeyEndsAt: z.optional(timeMs),
  webhookUrl: z.optional(z.string()),
  webhookEnabled: z.boolean(),
  webhookSecret: z.string(),
  /** Its last characters, which the page shows: reading settings needs no keyring. */
  webhookSecretEnd: z.string(),
  /** While a rotation lasts: the previous secret, and until when it is valid (decision D22). */
  previousWebhookSecret: z.optional(z.string()),
  previousWebhookSecretUntil: z.optional(timeMs),
  /** Until then first attempts use the retry queue, because the endpoint timed out, or answered late. */
  slowUntil: z.optional(timeMs),
  /** When the webhook tests of the last minute were sent. */
  testsAt: z.optional(z.array(timeMs)),
  /** Where the morning mail goes: the verified address of who signed in first, or turned the mail on last. */
  mail: z.optional(z.object({ address: z.string(), language: z.enum(LANGUAGES) })),
  /** The merchant has turned the morning mail off. */
  mailOff: z.optional(z.boolean()),
  /** The last morning mail, recorded before it was sent, by the Lisbon day; whether SES refused or did not answer. */
  lastMail: z.optional(z.object({ day: z.string(), text: z.string(), hasFailed: z.optional(z.literal(true)) })),
  /** Absent where it is off, so that the index `hourlyResend` holds those alone that have it on. */
  hourlyResend: z.optional(z.literal('on')),
  /** The last probe of the hourly resend; with its event until it is read whether it arrived. */
  probe: z.optional(
    z.object({ at: timeMs, event: z.optional(z.object({ transactionId: z.string(), eventId: z.string() })) }),
  ),
  /** How many changes were made: the number of the newest entry of the history. */
  changes: z.int().check(z.positive()),
});
export type Merchant = z.infer<typeof merchant>;

/** What the authorizer reads on each call, by the key's hash: an item of its own, so that a call costs half a unit. */
export const apiKeyItem = z.object({
  merchantId: z.string(),
  accountStatus: z.enum(ACCOUNT_STATUSES),
  bankAccount: z.string(),
  /** When the key ends: another has replaced it (decision 0032). */
  endsAt: z.optional(timeMs),
  /** When the key was made. */
  issuedAt: timeMs,
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

/** Throws on an item that does not fit. */
export function merchantOf(item: Attributes): Merchant {
  return merchant.parse(fromAttributes(item));
}

/** Throws on an item that does not fit. */
export function apiKeyItemOf(item: Attributes): ApiKeyItem {
  return apiKeyItem.parse(fromAttributes(item));
}
