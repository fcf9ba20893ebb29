import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';

/** SIBS's tiers: a notification with fewer than `failures` failures is retried after this pause. */
const NOTIFICATION_TIERS: readonly { failures: number; pauseMs: number }[] = [
  { failures: 5, pauseMs: 5 * MINUTE_MS },
  { failures: 9, pauseMs: HOUR_MS },
  { failures: 14, pauseMs: 2 * HOUR_MS },
  { failures: 20, pauseMs: 4 * HOUR_MS },
  { failures: 27, pauseMs: 6 * HOUR_MS },
  { failures: 35, pauseMs: 12 * HOUR_MS },
  { failures: 44, pauseMs: DAY_MS },
];

/** SIBS gives up two months after the first attempt. */
const GIVEN_UP_AFTER_MS = 61 * DAY_MS;

/**
 * When a notification that was not acknowledged is retried; null when SIBS gives it up. `failures` is the number of
 * failed attempts. SIBS's batch runs periodically and may be later; the simulator is on time.
 */
export function nextTryMs(failures: number, firstAtMs: number, nowMs: number): number | null {
  const tier = NOTIFICATION_TIERS.find((each) => failures - 1 < each.failures);
  if (!tier || nowMs + tier.pauseMs > firstAtMs + GIVEN_UP_AFTER_MS) return null;
  return nowMs + tier.pauseMs;
}
