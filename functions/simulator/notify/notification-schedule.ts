const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** SIBS's tiers: a notification that has failed less than `failures` times comes again after this pause. */
export const NOTICE_TIERS: readonly { failures: number; pauseMs: number }[] = [
  { failures: 5, pauseMs: 5 * MINUTE_MS },
  { failures: 9, pauseMs: HOUR_MS },
  { failures: 14, pauseMs: 2 * HOUR_MS },
  { failures: 20, pauseMs: 4 * HOUR_MS },
  { failures: 27, pauseMs: 6 * HOUR_MS },
  { failures: 35, pauseMs: 12 * HOUR_MS },
  { failures: 44, pauseMs: 24 * HOUR_MS },
];

/** The batch ends two months after the first try. */
const GIVEN_UP_AFTER_MS = 61 * 24 * HOUR_MS;

/**
 * When a notification that was not acknowledged comes again; null when SIBS gives it up. `failures` counts the tries so
 * far. SIBS's batch looks every so often, and may be later; here it is on time.
 */
export function nextTryMs(failures: number, firstAtMs: number, nowMs: number): number | null {
  const tier = NOTICE_TIERS.find((each) => failures - 1 < each.failures);
  if (!tier || nowMs + tier.pauseMs > firstAtMs + GIVEN_UP_AFTER_MS) return null;
  return nowMs + tier.pauseMs;
}
