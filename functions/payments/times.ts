import { DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/durations.ts';

/** The confirmation window of a push (§4.2, §8). */
export const CONFIRMATION_WINDOW_MINUTES = 4;
export const CONFIRMATION_WINDOW_MS = CONFIRMATION_WINDOW_MINUTES * MINUTE_MS;

/**
 * How long after the end of an attempt the bank is queried: its notification may still be on its way (decision D10).
 */
export const GRACE_MS = { MBWAY: MINUTE_MS, REFERENCE: 15 * MINUTE_MS } as const;

/** Maximum difference between the bank's clock and ours. */
export const BANK_CLOCK_MS = 2 * MINUTE_MS;

/** A transaction without any start is cancelled after this time (decision D10). */
export const NEVER_STARTED_DAYS = 30;
export const NEVER_STARTED_MS = NEVER_STARTED_DAYS * DAY_MS;

/** Longer than API Gateway waits for a call: after this time no call works on an attempt in `starting`. */
export const START_IN_FLIGHT_MS = 30_000;

/** A delivery without activity for this long is re-queued. */
export const DELIVERY_STALLED_MS = 5 * MINUTE_MS;

/**
 * A settlement is sent within this of the time that it carries, or not at all: so a list of events knows how far it is
 * complete (decision 0049). Long enough for three attempts of a throttled write, whose pauses are 3 s at most.
 */
export const SETTLE_WITHIN_MS = 5_000;

/** An exception is opened when the bank has not decided so long after the end (decision D10). */
export const BANK_UNDECIDED_MS = 5 * DAY_MS;

/**
 * Less than the minute between two sweeps: the interval starts at the bank's answer, so a full minute would skip every
 * second sweep.
 */
const MIN_INQUIRY_INTERVAL_MS = 45_000;

/** The bank is queried at every sweep for this long; a push that is then still waiting is unlikely to end soon. */
export const FREQUENT_INQUIRIES_MS = 15 * MINUTE_MS;

/** Of the growing interval, until the bank counts as undecided. */
export const MAX_INQUIRY_INTERVAL_MS = 6 * HOUR_MS;

/**
 * The interval before the next status inquiry about an attempt that is overdue by `overdueMs`: every sweep at
 * first, then growing up to a maximum, and once a day when an exception is open.
 */
export function nextInquiryMs(overdueMs: number): number {
  if (overdueMs < FREQUENT_INQUIRIES_MS) return MIN_INQUIRY_INTERVAL_MS;
  const maxMs = overdueMs < BANK_UNDECIDED_MS ? MAX_INQUIRY_INTERVAL_MS : DAY_MS;
  return Math.min(Math.ceil(overdueMs / 2), maxMs);
}
