import type { Merchant } from '../accounts/merchant.ts';

const HOUR_MS = 3_600_000;

/** How long the old API key stays valid beside the new one, unless the caller says otherwise (decision 0032). */
export const OVERLAP_MS = 24 * HOUR_MS;
export const MAXIMUM_OVERLAP_MS = 7 * 24 * HOUR_MS;

/** Whole milliseconds from 0, which ends the old key at once, to 7 days. */
export function isOverlap(overlapMs: number): boolean {
  return Number.isSafeInteger(overlapMs) && overlapMs >= 0 && overlapMs <= MAXIMUM_OVERLAP_MS;
}

/** The old key that is still valid at `nowMs`; one that has ended is none. */
export function lastingOverlap(
  { previousApiKey, previousApiKeyHash, previousApiKeyEndsAt }: Merchant,
  nowMs: number,
): { sealed: string; hash: string; endsAt: number } | undefined {
  if (previousApiKey === undefined || previousApiKeyHash === undefined || previousApiKeyEndsAt === undefined)
    return undefined;
  if (nowMs >= previousApiKeyEndsAt) return undefined;
  return { sealed: previousApiKey, hash: previousApiKeyHash, endsAt: previousApiKeyEndsAt };
}

/** A rotation of the webhook secret ends by itself after this time at the latest (decision D22). */
export const ROTATION_MS = 24 * 3_600_000;

/**
 * The rotation that lasts at `nowMs`: the sealed previous secret, and until when it counts. One that has ended is none.
 */
export function lastingRotation(
  { previousWebhookSecret, previousWebhookSecretUntil }: Merchant,
  nowMs: number,
): { sealed: string; until: number } | undefined {
  if (previousWebhookSecret === undefined || previousWebhookSecretUntil === undefined) return undefined;
  if (nowMs >= previousWebhookSecretUntil) return undefined;
  return { sealed: previousWebhookSecret, until: previousWebhookSecretUntil };
}
