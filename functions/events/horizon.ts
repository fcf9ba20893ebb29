/** The longest time-out of a function that may settle: the sweep's (`lib/constructs/banking-functions.ts`). */
const MAX_TIMEOUT_MS = 55_000;

/** Clocks differ, and an entry of an index arrives after its item: together by less than this. */
export const MAX_LAG_MS = 30_000;

/**
 * What was recorded longer ago than this is in the index `settled`: a settling write reads the time when it begins, and
 * ends within its function's time-out.
 */
export const HORIZON_MS = MAX_TIMEOUT_MS + MAX_LAG_MS;
