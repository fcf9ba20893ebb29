import { DAY_MS, HOUR_MS } from './durations.ts';

const MARCH = 2;
const OCTOBER = 9;

/**
 * Lisbon's offset from UTC at an instant: one hour from the last Sunday of March, 01:00 UTC, to the last Sunday of
 * October, 01:00 UTC, else none (Directive 2000/84/EC). A rule instead of `Intl`, whose first time zone makes
 * multibanco's cold start 24 % longer. A test compares the two over the years, so that a change
 * of law is noticed.
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

/** The local time in Lisbon at an instant, read as if it were UTC. */
export function lisbonWallMs(timeMs: number): number {
  return timeMs + offsetMs(timeMs);
}

/**
 * The instant of the local time `wallMs` in Lisbon (read as if it were UTC). In the repeated hour of October it is
 * the later instant that is not after `reportedAtMs`: an event is not reported before it happens. Without
 * `reportedAtMs`, as for a validity, it is the later one, so that nothing expires too early. The missing hour of
 * March moves one hour forward.
 */
export function lisbonTimeMs(wallMs: number, reportedAtMs = Number.POSITIVE_INFINITY): number {
  // Winter first: in October it is the later of the two instants.
  const fitting = [wallMs, wallMs - HOUR_MS].filter((timeMs) => lisbonWallMs(timeMs) === wallMs);
  return fitting.find((timeMs) => timeMs <= reportedAtMs) ?? fitting.at(-1) ?? wallMs;
}
