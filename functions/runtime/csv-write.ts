import { lisbonTimeText } from './lisbon-day.ts';

/** A cell: text, an amount in cents, a time (written in Lisbon's time), a day, a count, or nothing. */
export type Cell = string | { cents: number } | { atMs: number } | { day: string } | { count: number } | null;

// Nothing in it ends the literal, and Excel reads up to 255 characters of one.
const FITS_LITERAL = /^[^"\p{C}]{1,200}$/u;
const MONTHS = 'jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec';
const WEEKDAYS = 'seg|ter|qua|qui|sex|sáb|sab|dom|mon|tue|wed|thu|fri|sat|sun';
// Booleans, and what may be a date or a sum of money, in Portuguese or in English.
const MISREAD_WORDS = new RegExp(
  `^(true|false|verdadeiro|falso)\\s*$|^(${MONTHS}|${WEEKDAYS}|eur|usd|gbp|r\\$).*\\d`,
  'is',
);

/**
 * Whether Excel certainly reads it as text. Numbers, times, percentages, formulas and errors begin with something other
 * than a letter, in Portuguese and in English; what begins so and is text after all does not suffer from being marked.
 */
function isCertainlyText(text: string): boolean {
  return /^\p{L}/u.test(text) && !MISREAD_WORDS.test(text);
}

/** The first character of a file. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows of CSV for Excel with Portuguese settings, behind the byte order mark: `;`, decimal comma. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(';')}\r\n`).join('');
}

/**
 * Text that Excel might read as something else is written as `="…"`, a cell of that very text, which a look-up in a
 * spreadsheet finds; or after an apostrophe. So ids keep their zeros, and no text is run as a formula.
 */
function cellText(cell: Cell): string {
  if (cell === null || cell === '') return '';
  if (typeof cell !== 'string') {
    if ('cents' in cell) return decimalComma(cell.cents);
    if ('count' in cell) return String(cell.count);
    return 'day' in cell ? cell.day : lisbonTimeText(cell.atMs);
  }
  const asText = FITS_LITERAL.test(cell) ? `="${cell}"` : `'${cell}`;
  const text = isCertainlyText(cell) ? cell : asText;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function decimalComma(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}
