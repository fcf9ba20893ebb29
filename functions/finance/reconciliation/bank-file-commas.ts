import { readEuros } from './bank-file-values.ts';

/** A cell of the file; a comma in quotation marks divides nothing. */
export interface BankFileCell {
  text: string;
  isQuoted: boolean;
}

/** Where the amounts are in a file separated by commas, and the columns without a meaning. */
export interface AmountColumns {
  amountsAt: readonly number[];
  unusedAt: readonly number[];
  /** Cells of the head. */
  width: number;
}
type Row = readonly BankFileCell[];

/**
 * The position of an amount that an unquoted comma may have divided or moved, `20,90` into `20` and `90`; undefined if
 * none. A cell in quotation marks is complete, and so is one with decimals. Any other may go on in a next cell that
 * begins with digits, unless the file shows how it writes decimals: in a row without such a cell, an amount with a
 * comma in quotation marks, or with a decimal point. Even then the row has as many cells as the head, since a division
 * adds one. The same is needed behind a text that may have had a comma.
 */
export function dividedAmounts(
  rows: readonly Row[],
  { amountsAt, unusedAt, width }: AmountColumns,
): (row: Row) => number | undefined {
  const amounts = rows
    .filter((row) => !amountsAt.some((at) => mayGoOn(row, at)))
    .flatMap((row) => amountsAt.flatMap((at) => row[at] ?? []))
    .filter(({ text }) => readEuros(text).ok);
  const quotesCommas = amounts.some(({ text, isQuoted }) => isQuoted && text.includes(','));
  const hasPoints = amounts.some(({ text }) => /\.\d{1,2}\D*$/.test(text));
  const hasLongDigits = amounts.some(({ text }) => /\d{4}/.test(text));

  const isClear = (row: Row, at: number) => {
    const mayBeGroup = /^\D*[1-9]/.test(row[at]?.text ?? '') && /^\d{3}(?!\d)/.test(row[at + 1]?.text ?? '');
    return row.length === width && (quotesCommas || (hasPoints && (hasLongDigits || !mayBeGroup)));
  };
  const mayBeMoved = (row: Row, at: number) =>
    row.length !== width && isBare(row[at]) && unusedAt.some((index) => index < at && isBare(row[index]));
  return (row) => amountsAt.find((at) => (mayGoOn(row, at) && !isClear(row, at)) || mayBeMoved(row, at));
}

function isBare(cell: BankFileCell | undefined): boolean {
  return cell !== undefined && cell.text !== '' && !cell.isQuoted;
}

/** Whether the next cell may be the rest of an amount, `90`, `90 €` or `234.50`, and not a date, a time or `0.50`. */
function mayGoOn(row: Row, at: number): boolean {
  const [amount, next] = [row[at], row[at + 1]];
  if (!amount || !next || amount.isQuoted || next.isQuoted) return false;
  const isInteger = !/\d\D*[.,]/.test(amount.text);
  return isInteger && /^\d/.test(next.text) && (!/^\d+[-/:.]\d/.test(next.text) || /^\d{3}\.\d/.test(next.text));
}
