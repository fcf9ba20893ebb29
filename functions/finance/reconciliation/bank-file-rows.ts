import { CsvError, parse } from 'csv-parse/sync';
import { AMOUNTS, type Column, columnsOf, ID_COLUMNS, isDamagedName, NAMES } from './bank-file-columns.ts';
import { type BankFileCell, dividedAmounts } from './bank-file-commas.ts';
import type { BankFileProblem } from './bank-file-problem.ts';
import { readTime } from './bank-file-values.ts';

/** The file's columns of each meaning. */
type Positions = ReturnType<typeof columnsOf>;

export interface BankFileRow {
  lineNumber: number;
  /** What is not empty. */
  cells: Partial<Record<Column, string>>;
  /** The file's own names of its columns. */
  heads: Partial<Record<Column, string>>;
  /** The file's last cell, where no newline follows it: it may be cut. */
  cut: Column | undefined;
}
type RowReading = { ok: true; row: BankFileRow } | { ok: false; problem: BankFileProblem };

/** `unusedColumns`: the file's names of those that have no meaning here. */
type Rows = { ok: true; rows: RowReading[]; unusedColumns: string[] } | { ok: false; problems: BankFileProblem[] };

/**
 * The rows below the names of the columns, or what is wrong with the file. CSV as spreadsheets write it: separated by
 * `;`, `,`, TAB, or as a first line such as `sep=|` names; quoted by `"`; any newline.
 */
export function readRows(content: string): Rows {
  // Programs of DOS end a text with Ctrl-Z.
  const end = content.trimEnd().endsWith('\x1A') ? content.lastIndexOf('\x1A') : content.length;
  const text = content.slice(0, end).replace(/^\uFEFF/, '');
  if (text.includes('\0')) return { ok: false, problems: [{ code: 'not-text' }] };
  const lines = text.split(/\r\n|\n|\r/);
  const named = /^"?sep=([;,|\t])"?[;,\t ]*$/i.exec(lines[0] ?? '')?.[1];
  const separator = named ?? likelySeparator(lines);
  const { records, unreadLine } = recordsIn(lines, separator);
  if (unreadLine !== undefined) return { ok: false, problems: [{ code: 'quotes', line: unreadLine }] };
  const isFilled = ({ cells }: CsvRecord) => cells.some(({ text: value }) => value !== '');
  const [first, ...filled] = records.slice(named === undefined ? 0 : 1).filter(isFilled);
  if (!first) return { ok: false, problems: [{ code: 'empty' }] };
  const head = first.cells.map(({ text: name }) => name);
  // Neither UTF-8 nor Windows-1252 has printable characters for these bytes.
  const damaged = head.find(isDamagedName) ?? lines.find((line) => /[\x80-\x9F]/.test(line));
  if (damaged !== undefined) return { ok: false, problems: [{ code: 'encoding', value: damaged }] };
  const positions = columnsOf(head);
  const problems = missingIn(positions);
  if (problems.length > 0) return { ok: false, problems };
  const readRow = rowReader({
    head,
    positions,
    separator,
    filled,
    cut: lines.at(-1)?.trim() ? filled.at(-1) : undefined,
  });
  const used = new Set([...positions.values()].flat());
  const unusedColumns = head.filter((name, index) => name !== '' && !used.has(index));
  return { ok: true, rows: filled.map(readRow), unusedColumns };
}

/** The separator by which the first line has the most names that are known. */
function likelySeparator(lines: readonly string[]): string {
  const first = lines.find((line) => /[^\s;,"]/.test(line)) ?? '';
  const known = (separator: string) => columnsOf(first.replaceAll('"', '').split(separator)).size;
  return [';', ',', '\t'].reduce((best, separator) => (known(separator) > known(best) ? separator : best));
}

interface CsvRecord {
  /** Of its first line in the file, from 1. */
  lineNumber: number;
  cells: BankFileCell[];
}

/** `unreadLine`: where the record begins that has a misplaced quotation mark; what follows it is not read. */
function recordsIn(lines: readonly string[], separator: string): { records: CsvRecord[]; unreadLine?: number } {
  const records: CsvRecord[] = [];
  let lineNumber = 0;
  const goTo = (line: number) => {
    lineNumber = line;
    while (lines[lineNumber - 1] === '') lineNumber += 1;
  };
  goTo(1);
  try {
    parse(lines.join('\n'), {
      delimiter: separator,
      record_delimiter: '\n',
      relax_column_count: true,
      // For `="0012"`; other marks inside a cell are refused with their row.
      relax_quotes: true,
      trim: true,
      skip_empty_lines: true,
      cast: (text, { quoting: isQuoted }) => ({ text: clean(text), isQuoted }),
      on_record: (cells: unknown, { lines: last }) => {
        // As `cast` made them.
        records.push({ lineNumber, cells: cells as BankFileCell[] });
        goTo(last + 1);
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) return { records, unreadLine: lineNumber };
    throw error;
  }
  return { records };
}

/**
 * Also without the character that marks an id as text in this service's own exports. A soft hyphen stays: it may be a
 * minus.
 */
function clean(cell: string): string {
  return cell
    .replace(/(?!\u00AD)\p{Cf}/gu, '')
    .trim()
    .replace(/^'/, '')
    .replace(/^="(.*)"$/, '$1');
}

function missingIn(positions: Positions): BankFileProblem[] {
  const missing = (['date', 'gross'] as const).filter((column) => !positions.has(column));
  const problems: BankFileProblem[] = missing.map((column) => ({ code: 'no-column', column: NAMES[column][0] }));
  if (!ID_COLUMNS.some((column) => positions.has(column))) {
    problems.push({ code: 'no-id-column', columns: ID_COLUMNS });
  }
  return problems;
}

interface Table {
  head: readonly string[];
  positions: Positions;
  separator: string;
  filled: readonly CsvRecord[];
  /** The record that the file ends in without a newline. */
  cut: CsvRecord | undefined;
}

function rowReader({ head, positions, separator, filled, cut }: Table): (record: CsvRecord) => RowReading {
  const columnAt = (index: number) => [...positions].find(([, all]) => all.includes(index))?.[0];
  const amountsAt = AMOUNTS.flatMap((column) => positions.get(column) ?? []);
  const unusedAt = [...head.keys()].filter((index) => columnAt(index) === undefined);
  const rows = filled.map(({ cells }) => cells);
  const dividedIn =
    separator === ',' ? dividedAmounts(rows, { amountsAt, unusedAt, width: head.length }) : () => undefined;
  const kindAt = positions.get('kind')?.[0] ?? -1;
  const lastAt = head.findLastIndex((name) => name !== '');

  return (record) => {
    const { lineNumber: line, cells } = record;
    const refused = (problem: BankFileProblem): RowReading => ({ ok: false, problem });
    const texts = cells.map(({ text }) => text);
    if (cells.some(({ text, isQuoted }) => !isQuoted && text.includes('"'))) return refused({ code: 'quotes', line });
    if (swallowsRow(texts, separator, positions.get('date')?.[0] ?? 0)) return refused({ code: 'quotes', line });
    const beyond = texts.findIndex((text, index) => text !== '' && (head[index] ?? '') === '');
    if (beyond >= 0) return refused({ code: 'beyond-head', line, cell: beyond + 1 });
    const row: BankFileRow = { lineNumber: line, cells: {}, heads: {}, cut: undefined };
    for (const [column, [first = 0, ...others]] of positions) {
      const other = others.find((index) => texts[index] !== texts[first]);
      if (other !== undefined) {
        return refused({ code: 'columns-differ', line, columns: [head[first] ?? '', head[other] ?? ''] });
      }
      row.heads[column] = head[first] ?? '';
      if (texts[first]) row.cells[column] = texts[first];
    }
    const divided = dividedIn(cells);
    if (divided !== undefined) {
      const value = `${texts[divided]},${texts[divided + 1] ?? ''}`;
      return refused({ code: 'divided-amount', line, column: head[divided] ?? '', value });
    }
    if (record === cut && cells.length <= lastAt) return refused({ code: 'cut', line });
    if (cells.length <= kindAt) return refused({ code: 'short-line', line, column: head[kindAt] ?? '' });
    if (record === cut) row.cut = columnAt(cells.length - 1);
    return { ok: true, row };
  };
}

/** Whether a quotation mark that is not closed has swallowed a row: a line inside a cell has a date in its position. */
function swallowsRow(texts: readonly string[], separator: string, dateAt: number): boolean {
  return texts.some((text, index) => {
    const [first = '', ...further] = text.split('\n').map((line) => line.replaceAll('"', '').split(separator));
    const isDate = (cell: string | undefined) => readTime(clean(cell ?? '')).ok;
    if (further.length === 0) return false;
    return (dateAt > index && isDate(first[dateAt - index])) || further.some((cells) => isDate(cells[dateAt]));
  });
}
