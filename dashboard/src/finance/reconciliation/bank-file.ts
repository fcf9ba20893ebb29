import { type BankLine, readBankFile } from '../../../../functions/finance/bank-file/bank-file.ts';
import { type Days, daysOf } from '../../../../functions/finance/bank-file/compare.ts';
import { decodeBankFile } from '../../../../functions/finance/bank-file/decode.ts';
import type { BankFileProblem } from '../../../../functions/finance/bank-file/problem.ts';

/** A bank's file with money in it. */
export interface ReadFile {
  lines: readonly BankLine[];
  days: Days;
  /** Lines that are no money. */
  leftOut: number;
}

/** The file, or why it is refused. */
export function readFile(bytes: Uint8Array): ReadFile | readonly BankFileProblem[] {
  const text = decodeBankFile(bytes);
  if (!text.ok) return [text.problem];
  const file = readBankFile(text.value);
  if (!file.ok) return file.problems;
  const days = daysOf(file.lines);
  return days ? { lines: file.lines, days, leftOut: file.leftOut } : [{ code: 'empty' }];
}

/** The accounts that merchants have, each once. */
export function accountsOf(merchants: readonly { bankAccount: string }[]): string[] {
  return [...new Set(merchants.map(({ bankAccount }) => bankAccount))].sort();
}
