import { lisbonTimeMs } from '../../runtime/lisbon.ts';

const FORM = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const MINUTE_MS = 60_000;

/**
 * A date and time of SIBS in milliseconds since the epoch; null when it is none. A time without a zone is Europe/Lisbon;
 * a date alone is the last second of that day there, since it is a day on which something is still valid. `reportedAtMs`: when
 * we learnt of what has happened at this time, which was before (`lisbonTimeMs`); absent of a validity.
 */
export function bankTimeMs(text: string | null | undefined, reportedAtMs?: number): number | null {
  const match = FORM.exec(text?.trim() ?? '');
  if (!match) return null;
  const [, year, month, day, hour = '23', minute = '59', second, fraction = '', zone] = match;
  const seconds = second ?? (match[4] === undefined ? '59' : '0');
  const wholeMs = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const parts = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(seconds)] as const;
  const wallMs = Date.UTC(...parts, wholeMs);
  const read = new Date(wallMs);
  // Date.UTC carries 31 February over into March; what does not read back the same is no date.
  const readBack = [read.getUTCFullYear(), read.getUTCMonth(), read.getUTCDate(), read.getUTCHours()];
  readBack.push(read.getUTCMinutes(), read.getUTCSeconds());
  if (readBack.some((value, index) => value !== parts[index])) return null;
  return zone === undefined ? lisbonTimeMs(wallMs, reportedAtMs) : wallMs - zoneMs(zone);
}

function zoneMs(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return (zone.startsWith('-') ? -minutes : minutes) * MINUTE_MS;
}
