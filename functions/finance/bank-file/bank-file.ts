import { readAmounts } from './amounts.ts';
import { AMOUNTS, type Column, IDS } from './columns.ts';
import { type Head, headOf, misplacedIn } from './head.ts';
import type { BankFileParameters, BankFileProblem } from './problem.ts';
import { type Line, recordsOf } from './records.ts';
import { type Booked, isRounded, isTotal, readTime } from './values.ts';
import { meaningOf, WORDS } from './words.ts';

const ID_COLUMNS = [...IDS, 'entity'] as const;

/** One movement of money by the bank's file. */
export interface BankLine extends Booked {
  line: number;
  direction: 'in' | 'out';
  /** As the file has them. */
  ids: Partial<Record<(typeof ID_COLUMNS)[number], string>>;
  /** More than zero. */
  cents: number;
  /** What the bank kept; less than zero where it gave something back. */
  feeCents: number | null;
  /** What reached the account; less than zero where money left it. */
  netCents: number | null;
}

/** `leftOut`: lines that are no money, such as declined ones. */
export type BankFile =
  | { ok: true; lines: readonly BankLine[]; leftOut: number }
  | { ok: false; problems: readonly BankFileProblem[] };

/** Reads a bank's file (docs/reconciliation.md), or names everything that is wrong: part of a file is never compared. */
export function readBankFile(text: string): BankFile {
  const records = recordsOf(text);
  if (!records.ok) return { ok: false, problems: [records.problem] };
  const [first, ...rows] = records.value.lines;
  if (!first) return { ok: false, problems: [{ code: 'empty' }] };
  const head = headOf(first);
  if (!head.ok) return { ok: false, problems: head.problem };
  const isEnded = /[\r\n]$/.test(text);
  const misplaced = misplacedIn(head.value, { separator: records.value.separator, rows, isEnded });
  if (misplaced.length > 0) return { ok: false, problems: misplaced };
  const textOf = (row: Line, column: Column) => row.cells[head.value.at[column] ?? -1]?.text ?? '';
  const amounts = AMOUNTS.map((column) => [column, readAmounts(rows.map((row) => textOf(row, column)))] as const);
  const read = rows.map((row, index) =>
    readLine({
      ...{ row, head: head.value, textOf: (column) => textOf(row, column) },
      amounts: Object.fromEntries(amounts.map(([column, cents]) => [column, cents[index]])),
    }),
  );
  const problems = read.filter((each) => each !== null && 'code' in each);
  if (problems.length > 0) return { ok: false, problems };
  const lines = read.filter((each) => each !== null && 'cents' in each);
  return { ok: true, lines, leftOut: rows.length - lines.length };
}

interface Row {
  row: Line;
  head: Head;
  textOf: (column: Column) => string;
  /** In cents; undefined where the cell is no amount. */
  amounts: Partial<Record<(typeof AMOUNTS)[number], number>>;
}
/** The problems of one cell. */
type CellCode = {
  [Code in keyof BankFileParameters]: BankFileParameters[Code] extends { value: string } ? Code : never;
}[keyof BankFileParameters];
/** Characters of a wrong value that are shown. */
const MAX_SHOWN = 60;

/** Null for a line that is no money. */
function readLine({ row: { number: line }, head, textOf, amounts }: Row): BankLine | BankFileProblem | null {
  const wrong = (code: CellCode, column: Column): BankFileProblem => {
    return {
      code,
      line,
      column: head.names[head.at[column] ?? -1] ?? column,
      value: textOf(column).slice(0, MAX_SHOWN),
    };
  };
  const ids: BankLine['ids'] = {};
  for (const column of ID_COLUMNS) if (textOf(column)) ids[column] = textOf(column);
  if ([textOf('date'), ...Object.values(ids)].some(isTotal)) return { code: 'total', line };

  const meanings = (Object.keys(WORDS) as (keyof typeof WORDS)[])
    .filter((column) => head.at[column] !== undefined)
    .map((column) => ({ column, meaning: meaningOf(column, textOf(column)) }));
  const unknown = meanings.find(({ meaning }) => meaning === undefined);
  if (unknown) return wrong(unknown.column === 'currency' ? 'not-euro' : 'unknown-word', unknown.column);
  if (meanings.some(({ meaning }) => meaning === 'none')) return null;

  // A spreadsheet's day alone may have midnight after it.
  const day = textOf('time') ? textOf('date').replace(/ 0?0:00(:00)?$/, '') : textOf('date');
  const booked = readTime([day, textOf('time')].join(' ').trim());
  if (!booked) return wrong('not-a-time', 'date');
  const rounded = ID_COLUMNS.find((column) => isRounded(textOf(column)));
  if (rounded) return wrong('rounded', rounded);
  if (IDS.every((column) => !ids[column])) return { code: 'no-id', line };

  // Of debit and credit one cell has the amount, the other is empty or zero.
  const isSided = head.at.gross === undefined;
  const column = !isSided ? 'gross' : textOf('debit') && amounts.debit !== 0 ? 'debit' : 'credit';
  const other = column === 'debit' && textOf('credit') ? amounts.credit : 0;
  const unread = AMOUNTS.find((each) => textOf(each) && amounts[each] === undefined);
  if (unread) return wrong('not-an-amount', unread);
  const amount = amounts[column];
  if (!amount) return wrong('not-an-amount', column);
  if (other !== 0) return wrong('contradiction', 'credit');
  const directions = new Set(meanings.map(({ meaning }) => meaning).filter((each) => each === 'in' || each === 'out'));
  if (isSided) directions.add(column === 'debit' ? 'out' : 'in');
  if (amount < 0) directions.add('out');
  if (directions.size > 1) return wrong('contradiction', column);
  const direction = directions.has('out') ? 'out' : 'in';
  const cents = Math.abs(amount);
  const rest = feeAndNet({ direction, cents, fee: amounts.fee ?? null, net: amounts.net ?? null });
  return rest ? { line, ...booked, direction, ids, cents, ...rest } : wrong('unclear-fee', 'fee');
}

interface Stated extends Pick<BankLine, 'direction' | 'cents'> {
  fee: number | null;
  net: number | null;
}

/**
 * The net of money that went out may be written without a minus. A fee with a minus is a charge or a credit by what the
 * net shows; undefined where it shows neither.
 */
function feeAndNet({ direction, cents, fee, net }: Stated): Pick<BankLine, 'feeCents' | 'netCents'> | undefined {
  const signed = direction === 'in' ? cents : -cents;
  const netCents = net !== null && direction === 'out' ? -Math.abs(net) : net;
  if (fee === null || fee >= 0) return { feeCents: fee, netCents };
  const kept = netCents === null ? null : signed - netCents;
  return kept !== null && Math.abs(kept) === -fee ? { feeCents: kept, netCents } : undefined;
}
