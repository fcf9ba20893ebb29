import { CsvError, parse } from 'csv-parse/sync';
import type { BankFileProblem } from './bank-file-problem.ts';
import { plainName, readTime } from './bank-file-values.ts';

/** Columns by their names in the first line, in any order; the first name is the documented one. Others are ignored. */
const COLUMNS = {
  time: ['datetime', 'date', 'data', 'data_hora', 'data hora'],
  clock: ['time', 'hora'],
  kind: ['kind', 'tipo'],
  entity: ['entity', 'entidade'],
  reference: ['reference', 'referencia'],
  bankId: ['bankid', 'bank_id', 'transactionid', 'id'],
  merchantTransactionId: ['merchanttransactionid', 'merchant_transaction_id'],
  gross: ['gross', 'amount', 'valor', 'bruto'],
  fee: ['fee', 'comissao'],
  net: ['net', 'liquido'],
} as const;
export type Column = keyof typeof COLUMNS;
/** Any of them names the payment. */
export const NAME_COLUMNS: readonly Column[] = ['bankId', 'merchantTransactionId', 'reference'];

/** The file's columns of each meaning. */
type Positions = Map<Column, number[]>;

export interface BankFileRow {
  lineNumber: number;
  /** What is not empty. */
  cells: Partial<Record<Column, string>>;
  /** The file's own names of its columns. */
  names: Partial<Record<Column, string>>;
  /** In a file separated by commas, what follows a cell: the comma may be a decimal one. */
  following: Partial<Record<Column, string>>;
}
type RowReading = { ok: true; row: BankFileRow } | { ok: false; problem: BankFileProblem };

/**
 * The rows below the names of the columns, or what is wrong with the file. CSV as spreadsheets write it: separated by
 * `;`, `,`, TAB, or as a first line such as `sep=|` names; quoted by `"`; any newline.
 */
export function readRows(text: string): { ok: true; rows: RowReading[] } | { ok: false; problems: BankFileProblem[] } {
  if (text.includes('\0')) return { ok: false, problems: [{ code: 'not-text' }] };
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const named = /^"?sep=([;,|\t])"?[;,\t]*$/i.exec(lines[0] ?? '')?.[1];
  const separator = named ?? likelySeparator(lines);
  const { records, unreadLine } = recordsIn(lines, separator);
  if (unreadLine !== undefined) return { ok: false, problems: [{ code: 'quotes', line: unreadLine }] };
  const [head, ...filled] = records.slice(named === undefined ? 0 : 1).filter(({ cells }) => cells.some(Boolean));
  if (!head) return { ok: false, problems: [{ code: 'empty' }] };
  const positions = positionsIn(head.cells);
  const problems = missingIn(positions);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, rows: filled.map((record) => rowOf(record, head.cells, positions, separator)) };
}

/** The separator by which the first line has the most names that are known. */
function likelySeparator(lines: readonly string[]): string {
  const first = lines.find((line) => /[^\s;,"]/.test(line)) ?? '';
  const known = (separator: string) => positionsIn(first.replaceAll('"', '').split(separator)).size;
  return [';', ',', '\t'].reduce((best, separator) => (known(separator) > known(best) ? separator : best));
}

interface CsvRecord {
  /** Of its first line in the file, from 1. */
  lineNumber: number;
  /** Its further lines: a cell in quotation marks may have several. */
  further: readonly string[];
  cells: string[];
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
      skip_empty_lines: true,
      on_record: (parsed: string[], { lines: last }) => {
        records.push({ lineNumber, further: lines.slice(lineNumber, last), cells: parsed.map(clean) });
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

/** Also without what keeps an id text in this service's own exports. */
function clean(cell: string): string {
  return cell
    .replace(/\p{Cf}+/gu, '')
    .trim()
    .replace(/^'/, '')
    .replace(/^="(.*)"$/, '$1');
}

function positionsIn(head: readonly string[]): Positions {
  const positions: Positions = new Map();
  for (const [index, name] of head.map(plainName).entries()) {
    const columns = Object.keys(COLUMNS) as Column[];
    const column = columns.find((each) => COLUMNS[each].some((known) => known === name));
    if (column) positions.set(column, [...(positions.get(column) ?? []), index]);
  }
  return positions;
}

function missingIn(positions: Positions): BankFileProblem[] {
  const missing = (['time', 'gross'] as const).filter((column) => !positions.has(column));
  const problems: BankFileProblem[] = missing.map((column) => ({ code: 'no-column', column: COLUMNS[column][0] }));
  if (!NAME_COLUMNS.some((column) => positions.has(column))) {
    problems.push({ code: 'no-name-column', columns: NAME_COLUMNS });
  }
  return problems;
}

function rowOf(
  { lineNumber, further, cells }: CsvRecord,
  head: readonly string[],
  positions: Positions,
  separator: string,
): RowReading {
  // A quotation mark that is not closed swallows lines until the next one.
  const timeOf = (line: string) => line.replaceAll('"', '').split(separator)[positions.get('time')?.[0] ?? 0] ?? '';
  if (further.some((line) => readTime(clean(timeOf(line))).ok)) {
    return { ok: false, problem: { code: 'quotes', line: lineNumber } };
  }
  const beyond = cells.findIndex((cell, index) => cell !== '' && (head[index] ?? '') === '');
  if (beyond >= 0) return { ok: false, problem: { code: 'beyond-head', line: lineNumber, cell: beyond + 1 } };
  const row: BankFileRow = { lineNumber, cells: {}, names: {}, following: {} };
  for (const [column, [first = 0, ...others]] of positions) {
    const other = others.find((index) => cells[index] !== cells[first]);
    if (other !== undefined) {
      const columns = [head[first] ?? '', head[other] ?? ''];
      return { ok: false, problem: { code: 'columns-differ', line: lineNumber, columns } };
    }
    row.names[column] = head[first] ?? '';
    if (cells[first]) row.cells[column] = cells[first];
    if (separator === ',') row.following[column] = cells[first + 1] ?? '';
  }
  return { ok: true, row };
}
