import { BYTE_ORDER_MARK, csvRows, type Cell as Value } from '../../../functions/runtime/csv-write.ts';
import { lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import { visibleText } from '../i18n/format.ts';
import type { Language } from '../i18n/languages.ts';

/** A cell of a file. `exact` is a text that a search must find, with its invisible characters: an order id. */
export type Cell = Value | { exact: string };

/** Who reads a file. */
export interface Reader {
  language: Language;
  /** The names of merchants by id, as far as they are known. */
  nameOf: (merchantId: string) => string | undefined;
  /** A merchant reads no bank account: its name is the operators'. */
  isOfStaff: boolean;
}

/**
 * Every file of the dashboard: byte order mark, headings, and rows in their order. One rule for every text, since a
 * person or the bank may have written it: unseen characters are named, and what Excel might read as a formula or a value
 * becomes a cell of that text.
 */
export function csvFile<Name extends string>(
  columns: Readonly<Record<Name, string>>,
  rows: readonly Readonly<Record<Name, Cell>>[],
): string {
  const names = Object.keys(columns) as Name[];
  const cells = rows.map((row) => names.map((name) => written(row[name])));
  return BYTE_ORDER_MARK + csvRows([Object.values(columns), ...cells]);
}

export function eurosCell(euros: number | null): Cell {
  return euros === null ? null : { cents: Math.round(euros * 100) };
}

/** `iso` is ISO 8601. */
export function timeCell(iso: string | null): Cell {
  return iso === null ? null : { atMs: Date.parse(iso) };
}

/** The Lisbon day of a time. */
export function dayCell(iso: string | null): Cell {
  return iso === null ? null : { day: lisbonDayName(Date.parse(iso)) };
}

function written(cell: Cell): Value {
  if (typeof cell === 'string') return visibleText(cell);
  return cell !== null && 'exact' in cell ? cell.exact : cell;
}
