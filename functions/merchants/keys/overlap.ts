import { DAY_MS } from '../../runtime/durations.ts';
import type { Merchant } from '../accounts/merchant.ts';

/** How long the old API key stays valid beside the new one by default (decision 0032). */
export const OVERLAP_MS = DAY_MS;
export const MAX_OVERLAP_MS = 7 * DAY_MS;

/** An integer of milliseconds from 0, which ends the old key immediately, to `MAX_OVERLAP_MS`. */
export function isOverlap(overlapMs: number): boolean {
  return Number.isSafeInteger(overlapMs) && overlapMs >= 0 && overlapMs <= MAX_OVERLAP_MS;
}

/** The old key that is still valid at `nowMs`; undefined when there is none or it has ended. */
export function lastingOverlap(
  { previousApiKey, previousApiKeyHash, previousApiKeyEndsAt }: Merchant,
  nowMs: number,
): { sealed: string; hash: string; endsAt: number } | undefined {
  if (previousApiKey === undefined || previousApiKeyHash === undefined || previousApiKeyEndsAt === undefined)
    return undefined;
  if (nowMs >= previousApiKeyEndsAt) return undefined;
  return { sealed: previousApiKey, hash: previousApiKeyHash, endsAt: previousApiKeyEndsAt };
}

/** A rotation of the webhook secret ends automatically after this time (decision D22). */
export const ROTATION_MS = DAY_MS;

/** The sealed previous secret that is still valid at `nowMs`, and until when; undefined when none is. */
export function lastingRotation(
  { previousWebhookSecret, previousWebhookSecretUntil }: Merchant,
  nowMs: number,
): { sealed: string; until: number } | undefined {
  if (previousWebhookSecret === undefined || previousWebhookSecretUntil === undefined) return undefined;
  if (nowMs >= previousWebhookSecretUntil) return undefined;
  return { sealed: previousWebhookSecret, until: previousWebhookSecretUntil };
}
