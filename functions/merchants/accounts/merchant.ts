import * as z from 'zod/mini';
import { type Attributes, fromAttributes } from '../../runtime/attributes.ts';

/**
 * Only `active` may call the API (§5.1); the others keep what they have: payments settle and webhooks go out
 * (decision D12).
 */
export const ACCOUNT_STATUSES = ['pending', 'active', 'suspended', 'refused'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

const timeMs = z.int().check(z.nonnegative());

/** A merchant's item. Secrets are sealed (`seal.ts`). */
export const merchant = z.object({
  merchantId: z.string(),
  name: z.string(),
  accountStatus: z.enum(ACCOUNT_STATUSES),
  bankAccount: z.string(),
  createdAt: timeMs,
  /** SHA-256 of the API key: the key item's name. */
  apiKeyHash: z.string(),
  apiKey: z.string(),
  /** While the overlap of a rotation lasts (decision 0032): the key before, sealed, its hash, and when it ends. */
  previousApiKey: z.optional(z.string()),
  previousApiKeyHash: z.optional(z.string()),
  previousApiKeyEndsAt: z.optional(timeMs),
  webhookUrl: z.optional(z.string()),
  webhookEnabled: z.boolean(),
  webhookSecret: z.string(),
  /** While a rotation lasts: the secret before, and until when it counts (decision D22). */
  previousWebhookSecret: z.optional(z.string()),
  previousWebhookSecretUntil: z.optional(timeMs),
  /** Until when first attempts take the slow lane, because the endpoint timed out lately. */
  slowUntil: z.optional(timeMs),
  /** How many changes the account has seen: the number of its newest audit entry; absent before the first. */
  changes: z.optional(z.int().check(z.nonnegative())),
});
export type Merchant = z.infer<typeof merchant>;

/**
 * What the authorizer needs on each call, found by the key's hash: kept apart so that a call costs half a read unit.
 */
export const apiKeyItem = z.object({
  merchantId: z.string(),
  accountStatus: z.enum(ACCOUNT_STATUSES),
  bankAccount: z.string(),
  /** From then on the key is none: another has taken its place (decision 0032). */
  endsAt: z.optional(timeMs),
  /** When the key was made; absent on keys from before it was kept. */
  issuedAt: z.optional(timeMs),
});
export type ApiKeyItem = z.infer<typeof apiKeyItem>;

export function merchantOf(item: Attributes): Merchant {
  return merchant.parse(fromAttributes(item));
}

export function apiKeyItemOf(item: Attributes): ApiKeyItem {
  return apiKeyItem.parse(fromAttributes(item));
}
