import { lisbonTimeText } from './lisbon-day.ts';

/** What a cell holds: text to stay text, an amount in cents, a time (written as Lisbon's clocks show it), a day, a count, or nothing. */
export type Cell = string | { cents: number } | { atMs: number } | { day: string } | { count: number } | null;

// What Excel would take for a formula, a number or a date.
const FORMULA = /^\s*[=+\-@]|^[\t\r]/;
const MONTH = '(jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec)';
const NUMBER_OR_DATE = new RegExp(
  `^[\\d\\s.,:/%€-]+$|^[\\d.,]+e\\d+$|^\\d{1,4}[\\s./-]?${MONTH}|^${MONTH}[a-z]*[\\s./-]?\\d`,
  'i',
);

/**
 * CSV that Excel with Portuguese settings opens as it is meant: byte order mark, `;`, decimal comma. Text that Excel would
 * read as a formula, a number or a date gets an apostrophe before it, so that ids keep their zeros and nobody's order id runs.
 */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return BYTE_ORDER_MARK + csvRows(rows);
}

/** Stands before a file's first row. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The rows alone, for a file that is written part by part. */
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
  const text = FORMULA.test(cell) || NUMBER_OR_DATE.test(cell) ? `'${cell}` : cell;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function decimalComma(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}
