import { type Coded, type TextsOf, textOf } from '../../runtime/coded.ts';

type None = Record<never, never>;
/** `line` is that of a text editor, `column` the file's own name, `value` the file's own text. */
interface Cell {
  line: number;
  column: string;
  value: string;
}

/** Why a bank's file is refused. */
export interface BankFileParameters {
  empty: None;
  workbook: None;
  damaged: None;
  'no-column': { columns: readonly string[] };
  'unknown-column': { column: string };
  'column-twice': { columns: readonly string[] };
  quotes: { line: number };
  cells: { line: number; found: number; named: number };
  cut: { line: number };
  total: { line: number };
  'no-id': { line: number };
  'not-an-amount': Cell;
  'divided-amount': Cell;
  'not-a-time': Cell;
  'unknown-word': Cell;
  'not-euro': Cell;
  rounded: Cell;
  contradiction: Cell;
  'unclear-fee': Cell;
}
export type BankFileProblem = Coded<BankFileParameters>;

/** The problems in English: what is wrong, and what to do. */
export const BANK_FILE_TEXTS: TextsOf<BankFileParameters> = {
  empty: () => 'The file has no movements. Export it again.',
  workbook: () => 'The file is a workbook of a spreadsheet. Save it as “CSV UTF-8”.',
  damaged: () => 'The file is not text in UTF-8 or Windows-1252. Save it as “CSV UTF-8”.',
  'no-column': ({ columns }) => `No column is named ${columns.join(' or ')}. Name it in the first line.`,
  'unknown-column': ({ column }) =>
    `The column ${column} is not known, and may change an amount. If it does not, remove it or name it “note”.`,
  'column-twice': ({ columns }) => `The columns ${columns.join(' and ')} mean the same. Remove one.`,
  quotes: ({ line }) =>
    `Line ${line}: a quotation mark is not closed, or a cell has more than one line. Correct the cell.`,
  cells: ({ line, found, named }) =>
    `Line ${line} has ${found} cells, the first line names ${named}. Put amounts with a comma in quotation marks.`,
  cut: ({ line }) => `Line ${line}: the file may end within this line. Export it again.`,
  total: ({ line }) => `Line ${line} is a total. Remove it.`,
  'no-id': ({ line }) => `Line ${line} names no payment. Fill in the ID or the reference.`,
  'not-an-amount': ({ line, column, value }) =>
    `Line ${line}, ${column}: “${value}” is no amount, is zero, or is written otherwise. Write all as 1234,50 or all as 1234.50.`,
  'divided-amount': ({ line, column, value }) =>
    `Line ${line}, ${column}: a comma may have divided the amount “${value}”. Save the file with semicolons.`,
  'not-a-time': ({ line, column, value }) =>
    `Line ${line}, ${column}: “${value}” is not a date. Write 2026-11-20 14:30 or 20/11/2026; remove a line of totals.`,
  'unknown-word': ({ line, column, value }) =>
    `Line ${line}, ${column}: “${value}” is not known. Write a word such as payment, refund, paid, cancelled, C or D.`,
  'not-euro': ({ line, column, value }) =>
    `Line ${line}, ${column}: “${value}” is not the euro. Remove the line, and check it with the bank.`,
  rounded: ({ line, column, value }) =>
    `Line ${line}, ${column}: a spreadsheet has rounded “${value}”. Format the column as text in the original file.`,
  contradiction: ({ line, column, value }) =>
    `Line ${line}, ${column}: “${value}” is money received and money returned at once. Correct the line.`,
  'unclear-fee': ({ line, column, value }) =>
    `Line ${line}, ${column}: “${value}” may be a charge or a credit, and the net does not show which. Remove the minus or fill in the net.`,
};

export function bankFileText(problem: BankFileProblem, texts: TextsOf<BankFileParameters> = BANK_FILE_TEXTS): string {
  return textOf(problem, texts);
}
