import { lisbonTimeText } from './lisbon-day.ts';

/** A cell: text, an amount in cents, a time (written in Lisbon's time), a day, a count, or nothing. */
export type Cell = string | { cents: number } | { atMs: number } | { day: string } | { count: number } | null;

// Text that Excel would read as a formula, a number or a date.
const FORMULA = /^\s*[=+\-@]|^[\t\r]/;
// Nothing in it ends the literal of `="…"`.
const PLAIN = /^[\w .,:/%€-]{1,200}$/;
const MONTH = '(jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec)';
const NUMBER_OR_DATE = new RegExp(
  `^[\\d\\s.,:/%€-]+$|^[\\d.,]+e\\d+$|^\\d{1,4}[\\s./-]?${MONTH}|^${MONTH}[a-z]*[\\s./-]?\\d`,
  'i',
);

/**
 * CSV for Excel with Portuguese settings: byte order mark, `;`, decimal comma. Text that Excel would read as a number
 * or a date becomes `="…"`: the cell is that very text, so that ids keep their zeros and a look-up finds them. Text that
 * it would run as a formula is prefixed with an apostrophe.
 */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + csvRows(rows);
}

/** The first character of a file. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Rows without the byte order mark, for a file that is written in parts. */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(';')}\r\n`).join('');
}

function cellText(cell: Cell): string {
  if (cell === null || cell === '') return '';
  if (typeof cell !== 'string') {
    if ('cents' in cell) return decimalComma(cell.cents);
    if ('count' in cell) return String(cell.count);
    return 'day' in cell ? cell.day : lisbonTimeText(cell.atMs);
  }
  const isNumber = !FORMULA.test(cell) && NUMBER_OR_DATE.test(cell) && PLAIN.test(cell);
  const text = isNumber ? `="${cell}"` : FORMULA.test(cell) || NUMBER_OR_DATE.test(cell) ? `'${cell}` : cell;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function decimalComma(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}
