import { parse } from 'csv-parse/sync';

/** The cells of our own CSV files, as others read them. */
export function readCsv(text: string): string[][] {
  return parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n', relax_column_count: true });
}
