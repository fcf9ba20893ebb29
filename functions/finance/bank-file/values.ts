import { lisbonTimeMs } from '../../runtime/lisbon.ts';
import { lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';

/**
 * A cell without what programs put around it: characters without width, `="0012"`, and the apostrophe that marks a text
 * in this service's own files. A soft hyphen stays: it may be a minus.
 */
export function cleanCell(cell: string): string {
  return cell
    .replace(/(?!\u00AD)\p{Cf}/gu, '')
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^['‘’]/, '')
    .trim();
}

/** A name or word in lower case without accents, blanks, punctuation and the euro sign. */
export function plainName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}\s_./()€‐-―-]/gu, '')
    .toLowerCase();
}

/**
 * An id or a payment reference as both sides can be compared: without blanks, the points, commas or hyphens that group
 * digits, the `.0` of a spreadsheet, and leading zeros of a number.
 */
export function plainId(text: string): string {
  const solid = cleanCell(text)
    .replace(/[\s\u00AD]/g, '')
    .replace(/[‐-―−]/g, '-');
  const grouped = /^\d{1,3}([.,-])\d{3}(?:\1\d{3})*$/.test(solid) ? solid.replace(/\D/g, '') : solid;
  const whole = grouped.replace(/^(\d+)[.,]0+$/, '$1');
  return /^\d+$/.test(whole) ? whole.replace(/^0+(?=\d)/, '') : whole;
}

/** Whether a spreadsheet has kept only the first digits of a number: `1,23E+08`, or zeros after the fifteenth digit. */
export function isRounded(text: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d+$/i.test(text) || /^[1-9]\d{14}0+$/.test(text);
}

/** Whether a cell that should have a time or an id marks a line of totals. */
export function isTotal(text: string): boolean {
  return /^(?:sub-?)?(?:total|totais|saldo|soma|sum)\b/i.test(text);
}

const TIME =
  /^(?:(\d{4})[-/](\d\d)[-/](\d\d)|(\d\d)[-/.](\d\d)[-/.](\d{4}))(?:[T ](\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)? ?(Z|[+-]\d\d:\d\d)?)?$/i;

/** When a line was booked: its Lisbon day, and the instant where the file has it. */
export interface Booked {
  day: string;
  atMs: number | null;
}

/**
 * A time, year first or day first; undefined for any other text. Without a zone it is Lisbon's, and October's repeated
 * hour is the later one, which is the same day.
 */
export function readTime(text: string): Booked | undefined {
  const [, year, month, day, dayFirst, monthSecond, yearLast, hour, minute, second = '00', zone] =
    TIME.exec(text.replace(/\s+/g, ' ')) ?? [];
  const name = `${year ?? yearLast}-${month ?? monthSecond}-${day ?? dayFirst}`;
  const isOfDay = hour === undefined || (Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60);
  if (!lisbonDay(name) || !isOfDay) return undefined;
  if (hour === undefined) return { day: name, atMs: null };
  const wall = `${name}T${hour.padStart(2, '0')}:${minute}:${second}`;
  const atMs = zone === undefined ? lisbonTimeMs(Date.parse(`${wall}Z`)) : Date.parse(`${wall}${zone.toUpperCase()}`);
  return { day: lisbonDayName(atMs), atMs };
}
