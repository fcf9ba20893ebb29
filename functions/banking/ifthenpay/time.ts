import { DAY_MS } from '../../runtime/durations.ts';
import { lisbonTimeMs } from '../../runtime/lisbon.ts';

/** A time as ifthenpay wrote it: local time in Lisbon, which is ambiguous for one hour of October. */
export interface WallTime {
  /** Milliseconds, read as if it were UTC. */
  wallMs: number;
  /** `20260213T154107`, shorter without seconds or without time. */
  text: string;
}

// In a query string the space between date and time becomes a plus or disappears.
const FORM = /^(\d\d)-(\d\d)-(\d{4})(?:[ T+]*(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** Reads a time of ifthenpay, `dd-mm-yyyy hh:mm:ss` in Europe/Lisbon; null for any other text. */
export function wallTimeOf(given: string | null | undefined): WallTime | null {
  const match = FORM.exec(given?.trim() ?? '');
  if (!match) return null;
  const [, day, month, year, hour = '23', minute = '59', second] = match;
  const seconds = second ?? (match[4] === undefined ? '59' : '0');
  const parts = [year, Number(month) - 1, day, hour, minute, seconds].map(Number);
  const [years = 0, months = 0, ...rest] = parts;
  const wallMs = Date.UTC(years, months, ...rest);
  const read = new Date(wallMs);
  // Date.UTC turns 31 February into a day of March; a date that does not read back the same is invalid.
  const isSame = read.getUTCMonth() === months && read.getUTCDate() === Number(day) && Number(hour) < 24;
  if (!isSame || Number(minute) >= 60 || Number(seconds) >= 60) return null;
  const time = match[4] === undefined ? '' : `T${hour}${minute}${second ?? ''}`;
  return { wallMs, text: `${year}${month}${day}${time}` };
}

/**
 * A time of ifthenpay in milliseconds since the epoch. A date without a time is the last second of that day, because
 * it is a last day of validity. `reportedAtMs`: when an event at this time was reported (`lisbonTimeMs`).
 */
export function ifthenpayTimeMs(given: string | null | undefined, reportedAtMs?: number): number | null {
  const time = wallTimeOf(given);
  return time && lisbonTimeMs(time.wallMs, reportedAtMs);
}

/** A local time as ifthenpay reads it, `dd-MM-yyyy HH:mm:ss`. */
export function wallTextOf(wallMs: number): string {
  const [date = '', time = ''] = new Date(wallMs).toISOString().slice(0, 19).split('T');
  return `${date.split('-').toReversed().join('-')} ${time}`;
}

/** The validities in days that ifthenpay accepts. */
const VALIDITIES = [...Array.from({ length: 32 }, (_, days) => days), 45, 60, 90, 120, 180, 365, 730];

/** The longest validity within the requested one; both are local times in Lisbon. 0 is until the end of today. */
export function expiryDaysFor(requestedWallMs: number, nowWallMs: number): number {
  const requested = Math.floor(requestedWallMs / DAY_MS) - Math.floor(nowWallMs / DAY_MS);
  return VALIDITIES.findLast((days) => days <= requested) ?? 0;
}
