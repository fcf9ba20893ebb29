import { MINUTE_MS } from '../../runtime/durations.ts';
import { lisbonTimeMs } from '../../runtime/lisbon.ts';

const FORM = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * A date and time of SIBS in milliseconds since the epoch; null for any other text. A time without a zone is in
 * Europe/Lisbon. A date without a time is the last second of that day, because it is a last day of validity.
 * `reportedAtMs`: when an event at this time was reported (`lisbonTimeMs`); absent for a validity.
 */
export function bankTimeMs(text: string | null | undefined, reportedAtMs?: number): number | null {
  const match = FORM.exec(text?.trim() ?? '');
  if (!match) return null;
  const [, year, month, day, hour = '23', minute = '59', second, fraction = '', zone] = match;
  const seconds = second ?? (match[4] === undefined ? '59' : '0');
  const fractionMs = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const parts = [Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(seconds)] as const;
  const wallMs = Date.UTC(...parts, fractionMs);
  const read = new Date(wallMs);
  // Date.UTC turns 31 February into a day of March; a date that does not read back the same is invalid.
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
