const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MARCH = 2;
const OCTOBER = 9;

/**
 * Lisbon's offset from UTC at an instant: an hour from the last Sunday of March, 01:00 UTC, to the last Sunday of October,
 * 01:00 UTC, else none (Directive 2000/84/EC). By rule and not by `Intl`, whose first clock of a time zone makes
 * multibanco's cold start 24 % longer, 0.66 of a typical one instead of 0.53 (budget 0.55); a test compares the two over
 * the years, so that a change of the law is noticed.
 */
function offsetMs(timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  const isSummer = timeMs >= lastSundayMs(year, MARCH) + HOUR_MS && timeMs < lastSundayMs(year, OCTOBER) + HOUR_MS;
  return isSummer ? HOUR_MS : 0;
}

/** Midnight UTC of the last Sunday of a month that has 31 days. */
function lastSundayMs(year: number, month: number): number {
  const lastDay = Date.UTC(year, month, 31);
  return lastDay - new Date(lastDay).getUTCDay() * DAY_MS;
}

/** What clocks in Lisbon show at an instant, read as if it were UTC. */
export function lisbonWallMs(timeMs: number): number {
  return timeMs + offsetMs(timeMs);
}

/**
 * The instant at which clocks in Lisbon show `wallMs` (read as if it were UTC). Of the hour that October has twice it is
 * the later one that is not after `reportedAtMs`: what has happened did not happen after it was reported. Without a report,
 * as of a validity, it is the later, so that nothing expires too early. The hour that March lacks is moved an hour forward.
 */
export function lisbonTimeMs(wallMs: number, reportedAtMs = Number.POSITIVE_INFINITY): number {
  // Winter first: of the two instants that fit in October it is the later.
  const fitting = [wallMs, wallMs - HOUR_MS].filter((timeMs) => lisbonWallMs(timeMs) === wallMs);
  return fitting.find((timeMs) => timeMs <= reportedAtMs) ?? fitting.at(-1) ?? wallMs;
}
