/** A record of a CSV file and the number of its first line, from 1. */
export interface CsvRecord {
  lineNumber: number;
  cells: string[];
}

/**
 * Reads CSV as spreadsheets write it: separated by `;` or `,` (the more frequent one of the first line), quoted by
 * `"` with `""` for a quote, any newline, an optional byte order mark. Cells are trimmed; blank lines are left out.
 */
export function readCsv(text: string): CsvRecord[] {
  const content = text.replace(/^\uFEFF/, '');
  const first = content.slice(0, content.search(/[\r\n]|$/));
  const separator = first.split(';').length >= first.split(',').length ? ';' : ',';
  const records: CsvRecord[] = [];
  let lineNumber = 1;
  let cells: string[] = [];
  let begunOn = 1;
  // The second alternative matches any unquoted cell, also one with a quote inside or an unclosed quote.
  const ends = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r\\n|\\n|\\r|$)`, 'y');
  while (ends.lastIndex < content.length || cells.length > 0) {
    const [whole = '', cell = '', end = ''] = ends.exec(content) ?? [];
    cells.push(unquoted(cell));
    lineNumber += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === separator) continue;
    if (cells.some((each) => each !== '')) records.push({ lineNumber: begunOn, cells });
    cells = [];
    begunOn = lineNumber;
    if (end === '') break;
  }
  return records;
}

function unquoted(cell: string): string {
  const inner = /^"((?:[^"]|"")*)"$/.exec(cell)?.[1];
  return (inner === undefined ? cell : inner.replaceAll('""', '"')).trim();
}
