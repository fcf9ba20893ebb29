import { lisbonTimeMs } from '../../runtime/lisbon.ts';

/** A time as ifthenpay wrote it: what clocks in Lisbon showed, which two instants of October have in common. */
export interface WallTime {
  /** As if it were UTC. */
  wallMs: number;
  /** `20260213T154107`, shorter where the seconds or the time were left out. */
  text: string;
}

// The blank between date and time is a plus or missing where it went through a query string.
const FORM = /^(\d\d)-(\d\d)-(\d{4})(?:[ T+]*(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** A time of ifthenpay, `dd-mm-yyyy hh:mm:ss` without a zone and hence Europe/Lisbon; null when it is none. */
export function wallTimeOf(given: string | null | undefined): WallTime | null {
  const match = FORM.exec(given?.trim() ?? '');
  if (!match) return null;
  const [, day, month, year, hour = '23', minute = '59', second] = match;
  const seconds = second ?? (match[4] === undefined ? '59' : '0');
  const parts = [year, Number(month) - 1, day, hour, minute, seconds].map(Number);
  const [years = 0, months = 0, ...rest] = parts;
  const wallMs = Date.UTC(years, months, ...rest);
  const read = new Date(wallMs);
  // Date.UTC carries 31 February over into March; what does not read back the same is no date.
  const isSame = read.getUTCMonth() === months && read.getUTCDate() === Number(day) && Number(hour) < 24;
  if (!isSame || Number(minute) >= 60 || Number(seconds) >= 60) return null;
  const time = match[4] === undefined ? '' : `T${hour}${minute}${second ?? ''}`;
  return { wallMs, text: `${year}${month}${day}${time}` };
}

/**
 * A time of ifthenpay in milliseconds since the epoch. A date alone is the last second of that day: it is a day on which
 * something is still valid. `reportedAtMs`: when we learnt of what has happened at this time (`lisbonTimeMs`).
 */
export function ifthenpayTimeMs(given: string | null | undefined, reportedAtMs?: number): number | null {
  const time = wallTimeOf(given);
  return time && lisbonTimeMs(time.wallMs, reportedAtMs);
}

const DAY_MS = 24 * 3_600_000;
/** The validities in days that ifthenpay knows. */
const VALIDITIES = [...Array.from({ length: 32 }, (_, days) => days), 45, 60, 90, 120, 180, 365, 730];

/** The longest validity that does not outlast the wish; both times as clocks in Lisbon show them. 0 is until the end of today. */
export function expiryDaysFor(requestedWallMs: number, nowWallMs: number): number {
  const requested = Math.floor(requestedWallMs / DAY_MS) - Math.floor(nowWallMs / DAY_MS);
  return VALIDITIES.findLast((days) => days <= requested) ?? 0;
}
