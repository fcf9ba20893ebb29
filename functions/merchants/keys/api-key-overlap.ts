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
