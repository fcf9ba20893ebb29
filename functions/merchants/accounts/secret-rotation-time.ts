import type { Merchant } from './merchant.ts';

/** A rotation of the webhook secret ends by itself after this time at the latest (decision D22). */
export const ROTATION_MS = 24 * 3_600_000;

/** The rotation that lasts at `nowMs`: the sealed previous secret, and until when it counts. One that has ended is none. */
export function lastingRotation(
  { previousWebhookSecret, previousWebhookSecretUntil }: Merchant,
  nowMs: number,
): { sealed: string; until: number } | undefined {
  if (previousWebhookSecret === undefined || previousWebhookSecretUntil === undefined) return undefined;
  if (nowMs >= previousWebhookSecretUntil) return undefined;
  return { sealed: previousWebhookSecret, until: previousWebhookSecretUntil };
}
