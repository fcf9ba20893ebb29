import { type Coded, type TextsOf, textOf } from '../../runtime/coded.ts';

/** What is wrong with a value of a line; `value` is the file's own text. */
interface LineProblemParameters {
  'not-an-amount': { value: string };
  'not-a-time': { value: string };
  'unknown-kind': { value: string };
  'gross-not-positive': { value: string };
}
export type LineProblem = Coded<LineProblemParameters>;

/** What is wrong with a bank's file. */
export type BankFileParameters = {
  empty: Record<never, never>;
  'no-column': { column: string };
  'no-name-column': { columns: readonly string[] };
} & { [Code in keyof LineProblemParameters]: { line: number; value: string } };
export type BankFileProblem = Coded<BankFileParameters>;

/** The problems in English, for commands and the dashboard's English. */
export const BANK_FILE_TEXTS: TextsOf<BankFileParameters> = {
  empty: () => 'the file is empty',
  'no-column': ({ column }) => `column missing: ${column}`,
  'no-name-column': ({ columns }) => `a column is missing that names the payment: ${columns.join(' or ')}`,
  'not-an-amount': ({ line, value }) => `line ${line}: not an amount with at most two decimals: ${value}`,
  'not-a-time': ({ line, value }) => `line ${line}: not a date and time: ${value}`,
  'unknown-kind': ({ line, value }) => `line ${line}: kind must be payment or refund: ${value}`,
  'gross-not-positive': ({ line, value }) => `line ${line}: the gross of a payment must be more than zero: ${value}`,
};

export function bankFileText(problem: BankFileProblem, texts: TextsOf<BankFileParameters> = BANK_FILE_TEXTS): string {
  return textOf(problem, texts);
}
