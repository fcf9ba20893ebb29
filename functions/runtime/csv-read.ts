/** A record of a CSV file and the line on which it begins, from 1. */
export interface CsvRecord {
  lineNumber: number;
  cells: string[];
}

/**
 * Reads CSV as spreadsheets write it: separated by `;` or `,` (whichever the first line has more of), quoted by `"` with `""`
 * inside for one, ended by any newline, a byte order mark before all of it. Cells come trimmed; blank lines are left out.
 */
export function readCsv(text: string): CsvRecord[] {
  const content = text.replace(/^\uFEFF/, '');
  const first = content.slice(0, content.search(/[\r\n]|$/));
  const separator = first.split(';').length >= first.split(',').length ? ';' : ',';
  const records: CsvRecord[] = [];
  let lineNumber = 1;
  let cells: string[] = [];
  let begunOn = 1;
  // Whatever stands in a cell, the second form takes it up to its end: a quote in the middle, or one that is never closed.
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
