import { type Coded, type TextsOf, textOf } from '../../runtime/coded.ts';
import { NO_TEXT_PROBLEMS } from './bank-file-text.ts';

/** What is wrong with a value of a line; `value` is the file's own text. */
interface ValueProblemParameters {
  'not-an-amount': { value: string };
  'not-a-time': { value: string };
  'unknown-kind': { value: string };
  'gross-not-positive': { value: string };
  'unclear-fee': { value: string };
  'amount-cut': { value: string };
  rounded: { value: string };
}
export type ValueProblem = Coded<ValueProblemParameters>;

type None = Record<never, never>;

/** What is wrong with a bank's file. `line` is that of a text editor, `column` the file's own name for it. */
export type BankFileParameters = {
  empty: None;
  workbook: None;
  'not-text': None;
  damaged: None;
  'no-column': { column: 'datetime' | 'gross' };
  'no-id-column': { columns: readonly ('bankId' | 'merchantTransactionId' | 'reference')[] };
  /** `value`: a name of the first line, or a line. */
  encoding: { value: string };
  cut: { line: number };
  'short-line': { line: number; column: string };
  'divided-amount': { line: number; column: string; value: string };
  quotes: { line: number };
  'beyond-head': { line: number; cell: number };
  'columns-differ': { line: number; columns: readonly string[] };
  'no-id': { line: number; columns: readonly string[] };
} & { [Code in keyof ValueProblemParameters]: { line: number; column: string; value: string } };
export type BankFileProblem = Coded<BankFileParameters>;

/** The problems in English, for commands and the dashboard's English. */
export const BANK_FILE_TEXTS: TextsOf<BankFileParameters> = {
  empty: () => NO_TEXT_PROBLEMS.empty,
  workbook: () => NO_TEXT_PROBLEMS.workbook,
  'not-text': () => 'the file is not text (save it as “CSV UTF-8”)',
  damaged: () => NO_TEXT_PROBLEMS.damaged,
  'no-column': ({ column }) => `column missing: ${column} (name it in the first line)`,
  'no-id-column': ({ columns }) =>
    `a column is missing that names the payment: ${columns.join(' or ')} (name it in the first line)`,
  encoding: ({ value }) =>
    `the file has an encoding that is not known, or a damaged one: ${value} (export it again, and save it as “CSV UTF-8”)`,
  cut: ({ line }) => `line ${line}: the file ends within this line (export it again)`,
  'short-line': ({ line, column }) => `line ${line}: the line ends before the column ${column} (export the file again)`,
  quotes: ({ line }) =>
    `line ${line}: a quotation mark is not closed or is inside a cell (close it, or write the cell as "…" with each ` +
    'mark in it doubled)',
  'beyond-head': ({ line, cell }) =>
    `line ${line}: cell ${cell} has no name in the first line (put an amount with a decimal comma in quotation ` +
    'marks, or name the column)',
  'columns-differ': ({ line, columns }) =>
    `line ${line}: ${columns.join(' and ')} mean the same and differ (remove or rename one of them)`,
  'no-id': ({ line, columns }) =>
    `line ${line}: no payment is named: ${columns.join(' or ')} (fill one in; remove the line if it is a total)`,
  'not-an-amount': ({ line, column, value }) =>
    `line ${line}: not an amount with at most two decimals: ${value} (${column}: write 1234,50 or 1234.50)`,
  'not-a-time': ({ line, column, value }) =>
    `line ${line}: not a date and time: ${value} (${column}: write 2026-11-20 14:30 or 20/11/2026; remove the line if ` +
    'it is a total)',
  'unknown-kind': ({ line, column, value }) =>
    `line ${line}: kind must be payment or refund: ${value} (${column}: write one of them)`,
  'gross-not-positive': ({ line, column, value }) =>
    `line ${line}: the gross of a payment must be more than zero: ${value} (${column}: a refund needs kind refund)`,
  'unclear-fee': ({ line, column, value }) =>
    `line ${line}: a fee with a minus may be a charge or a credit: ${value} (${column}: fill in the net, or remove ` +
    'the minus)',
  'divided-amount': ({ line, column, value }) =>
    `line ${line}: a decimal comma may have divided the amount: ${value} (${column}: put it in quotation marks, or ` +
    'write 20.90)',
  'amount-cut': ({ line, column, value }) =>
    `line ${line}: the file ends within this line, and the amount may go on: ${value} (${column}: export it again, or ` +
    'end the line with a newline)',
  rounded: ({ line, column, value }) =>
    `line ${line}: a spreadsheet has rounded the number: ${value} (${column}: format it as text in the original ` +
    'file, and save again)',
};

export function bankFileText(problem: BankFileProblem, texts: TextsOf<BankFileParameters> = BANK_FILE_TEXTS): string {
  return textOf(problem, texts);
}
