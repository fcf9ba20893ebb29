const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long the customer has to confirm a push (§4.2, §8). */
export const CONFIRMATION_WINDOW_MINUTES = 4;
export const CONFIRMATION_WINDOW_MS = CONFIRMATION_WINDOW_MINUTES * MINUTE_MS;

/** After the end the bank may still be bringing the news: how long we wait before we ask it (decision D10). */
export const GRACE_MS = { MBWAY: MINUTE_MS, REFERENCE: 15 * MINUTE_MS } as const;

/** How far the bank's clock may be off ours, where a time of the one is held against a time of the other. */
export const BANK_CLOCK_MS = 2 * MINUTE_MS;

/** A transaction on which nothing was ever started is cancelled after this time. */
export const NEVER_STARTED_DAYS = 30;
export const NEVER_STARTED_MS = NEVER_STARTED_DAYS * DAY_MS;

/** An API call ends within 29 s, so a start that is still `starting` after this time has nobody at work on it. */
export const START_IN_FLIGHT_MS = 30_000;

/** After many starts that did not happen, one in this time reaches the bank. */
export const START_FAULT_PAUSE_MS = MINUTE_MS;

/** A delivery without any sign of life for this long is handed over again. */
export const DELIVERY_STALLED_MS = 5 * MINUTE_MS;

/** So long after the end without a decision of the bank, a person is told (decision D10). */
export const BANK_UNDECIDED_MS = 5 * DAY_MS;

/**
 * Under a minute, so that the next sweep asks again: counted from the bank's answer, a whole minute is over some
 * milliseconds after that sweep has begun, and every second sweep would be missed.
 */
const SHORTEST_QUESTION_MS = 45_000;

/** A push that is still waiting this long after its end is unlikely to end soon: until then the bank is asked at every sweep. */
const OFTEN_ASKED_MS = 15 * MINUTE_MS;

/**
 * When to ask the bank again about something that is overdue since `overdueMs`: at each sweep for a quarter of an hour,
 * then at growing intervals, at most six hours, and once a day when it has been overdue for five days, so that a bank out of order is neither
 * forgotten nor pestered.
 */
export function nextQuestionMs(overdueMs: number): number {
  if (overdueMs < OFTEN_ASKED_MS) return SHORTEST_QUESTION_MS;
  const longestMs = overdueMs < BANK_UNDECIDED_MS ? 6 * 60 * MINUTE_MS : DAY_MS;
  return Math.min(Math.ceil(overdueMs / 2), longestMs);
}
