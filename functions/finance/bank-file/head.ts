import type { Reading } from '../../runtime/reading.ts';
import { AMOUNTS, type Column, columnOf, IDS } from './columns.ts';
import type { BankFileProblem } from './problem.ts';
import type { Line } from './records.ts';

/** The first line: which column means what. */
export interface Head {
  names: readonly string[];
  at: Partial<Record<Column, number>>;
}
type Problems = readonly BankFileProblem[];

/** Reads the first line. Every column must be known, since one that is not may change an amount. */
export function headOf({ cells }: Line): Reading<Head, Problems> {
  const names = cells.map(({ text }) => text);
  const at: Head['at'] = {};
  const problems: BankFileProblem[] = [];
  const twice = (...indexes: number[]) => {
    problems.push({ code: 'column-twice', columns: indexes.map((index) => names[index] ?? '') });
  };
  for (const [index, name] of names.entries()) {
    const column = columnOf(name);
    if (column === undefined && name !== '') problems.push({ code: 'unknown-column', column: name });
    if (column === undefined || column === 'unread') continue;
    const before = at[column];
    if (before === undefined) at[column] = index;
    else twice(before, index);
  }
  const sided = at.debit ?? at.credit;
  if (at.gross !== undefined && sided !== undefined) twice(at.gross, sided);
  if (at.date === undefined) problems.push({ code: 'no-column', columns: ['datetime'] });
  if (at.gross === undefined && sided === undefined) problems.push({ code: 'no-column', columns: ['gross', 'credit'] });
  if (IDS.every((column) => at[column] === undefined)) problems.push({ code: 'no-column', columns: IDS });
  return problems.length > 0 ? { ok: false, problem: problems } : { ok: true, value: { names, at } };
}

interface Rows {
  separator: string;
  rows: readonly Line[];
  /** Whether a newline ends the last line. */
  isEnded: boolean;
}

/** The lines whose cells may not be those of their columns. */
export function misplacedIn({ names, at }: Head, { separator, rows, isEnded }: Rows): Problems {
  const named = names.findLastIndex((name) => name !== '') + 1;
  const isAmount = (index: number) => AMOUNTS.some((column) => at[column] === index);
  const problems = rows.flatMap(({ number: line, cells }): BankFileProblem[] => {
    const found = cells.length;
    const beyond = cells.some(({ text }, index) => text !== '' && !names[index]);
    // Excel leaves out empty cells at the end of a line, which in a file with commas would hide a divided amount.
    if (beyond || (separator === ',' && found !== names.length)) return [{ code: 'cells', line, found, named }];
    if (isEnded || line !== rows.at(-1)?.number) return [];
    const isCut = found < named || (isAmount(found - 1) && !/[.,]\d\d$/.test(cells.at(-1)?.text ?? ''));
    return isCut ? [{ code: 'cut', line }] : [];
  });
  return problems.length > 0 || separator !== ',' ? problems : dividedIn({ names, at }, rows);
}

/**
 * In a file separated by commas `20,90` without quotation marks is two cells, and `20,1` may be an amount and its fee. It
 * is read where some amount shows how the file writes decimals: `"20,9"` or `20.90`.
 */
function dividedIn({ names, at }: Head, rows: readonly Line[]): Problems {
  const amounts = rows.flatMap(({ number: line, cells }) =>
    AMOUNTS.flatMap((column) => {
      const index = at[column] ?? -1;
      const cell = cells[index];
      return cell?.text ? [{ line, column: names[index] ?? '', value: cell.text, isQuoted: cell.isQuoted }] : [];
    }),
  );
  const bare = amounts.find(({ isQuoted }) => !isQuoted);
  const isShown = amounts.some(
    ({ value, isQuoted }) => (isQuoted && value.includes(',')) || /\.\d{1,2}\D*$/.test(value),
  );
  if (!bare || isShown) return [];
  const { line, column, value } = bare;
  return [{ code: 'divided-amount', line, column, value }];
}
