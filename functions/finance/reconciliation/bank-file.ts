import type { Reading } from '../../runtime/reading.ts';
import { AMOUNTS, type Column, ID_COLUMNS } from './bank-file-columns.ts';
import type { BankFileProblem, ValueProblem } from './bank-file-problem.ts';
import { type BankFileRow, readRows } from './bank-file-rows.ts';
import { isRounded, isTotal, readDigits, readEuros, readKind, readTime } from './bank-file-values.ts';
import type { BankLine } from './records.ts';

/** The file as lines, or everything that is wrong with it: part of a file is never compared. */
export type BankFile =
  | { ok: true; lines: BankLine[]; unusedColumns: string[] }
  | { ok: false; problems: BankFileProblem[] };

/**
 * Reads the bank's settlement export (docs/reconciliation.md). `transactionIdOf` finds our transaction id in the
 * merchant transaction id sent to the provider; null where there is none.
 */
export function readBankFile(
  text: string,
  transactionIdOf: (merchantTransactionId: string) => string | null,
): BankFile {
  const file = readRows(text);
  if (!file.ok) return file;
  const lines: BankLine[] = [];
  const problems: BankFileProblem[] = [];
  for (const each of file.rows) {
    const read = each.ok ? readLine(each.row, transactionIdOf) : each;
    if (read.ok) lines.push(read.value);
    else problems.push(read.problem);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, lines, unusedColumns: file.unusedColumns };
}

/** Characters of a wrong value that are shown. */
const MAX_SHOWN = 60;
const DIGITS = ['entity', ...ID_COLUMNS] as const;

function readLine(
  { lineNumber, cells, heads, cut }: BankFileRow,
  transactionIdOf: (merchantTransactionId: string) => string | null,
): Reading<BankLine, BankFileProblem> {
  const wrong = (column: Column, { code, value }: ValueProblem) => {
    const shown = value === '' ? '""' : value.slice(0, MAX_SHOWN);
    return { ok: false, problem: { code, value: shown, line: lineNumber, column: heads[column] ?? column } } as const;
  };
  // A spreadsheet's day alone may have midnight after it.
  const day = cells.time === undefined ? cells.date : cells.date?.replace(/ 0?0:00(:00)?$/, '');
  const time = readTime([day, cells.time].filter(Boolean).join(' '));
  const kind = readKind(cells.kind ?? 'payment');
  const gross = readEuros(cells.gross ?? '');
  const fee = cells.fee === undefined ? NOTHING : readEuros(cells.fee);
  const net = cells.net === undefined ? NOTHING : readEuros(cells.net);
  if (!time.ok) return wrong('date', time.problem);
  if (!kind.ok) return wrong('kind', kind.problem);
  if (!gross.ok) return wrong('gross', gross.problem);
  if (!fee.ok) return wrong('fee', fee.problem);
  if (!net.ok) return wrong('net', net.problem);
  const rounded = DIGITS.find((column) => isRounded(cells[column] ?? ''));
  if (rounded) return wrong(rounded, { code: 'rounded', value: cells[rounded] ?? '' });
  if (!ID_COLUMNS.some((column) => cells[column] && !isTotal(cells[column]))) {
    const columns = ID_COLUMNS.flatMap((column) => heads[column] ?? []);
    return { ok: false, problem: { code: 'no-id', line: lineNumber, columns } };
  }
  const isRefund = kind.value === 'refund';
  if (gross.value === 0 || (gross.value < 0 && !isRefund)) {
    return wrong('gross', { code: 'gross-not-positive', value: cells.gross ?? '' });
  }
  const amounts = signedAmounts({ isRefund, grossCents: gross.value, feeCents: fee.value, netCents: net.value });
  if (!amounts) return wrong('fee', { code: 'unclear-fee', value: cells.fee ?? '' });
  if (cut === 'kind' && cells.kind === undefined) return { ok: false, problem: { code: 'cut', line: lineNumber } };
  const cutAmount = AMOUNTS.find((column) => column === cut && !/^$|[.,]\d\d\D*$/.test(cells[column] ?? ''));
  if (cutAmount) return wrong(cutAmount, { code: 'amount-cut', value: cells[cutAmount] ?? '' });
  const { entity, reference, bankId = null, merchantTransactionId = null } = cells;
  return {
    ok: true,
    value: {
      lineNumber,
      kind: kind.value,
      ...time.value,
      bankId,
      merchantTransactionId,
      transactionId: merchantTransactionId === null ? null : transactionIdOf(merchantTransactionId),
      entity: entity === undefined ? null : readDigits(entity),
      reference: reference === undefined ? null : readDigits(reference),
      ...amounts,
    },
  };
}

const NOTHING: Reading<null, ValueProblem> = { ok: true, value: null };
type Amounts = Pick<BankLine, 'grossCents' | 'feeCents' | 'netCents'>;

/**
 * Refunds may be written with a minus or without: the column `kind` decides. A fee with a minus is a charge where gross
 * less its size is net; undefined where no net shows its direction.
 */
function signedAmounts({
  isRefund,
  grossCents,
  feeCents,
  netCents,
}: Amounts & { isRefund: boolean }): Amounts | undefined {
  const amounts = { grossCents, feeCents, netCents };
  if (isRefund) {
    amounts.grossCents = Math.abs(grossCents);
    amounts.netCents = netCents && Math.abs(netCents);
  }
  if (feeCents === null || feeCents >= 0) return amounts;
  // A refund and its charge are both paid out.
  const charge = { ...amounts, feeCents: -feeCents };
  if (isRefund ? amounts.grossCents - feeCents === amounts.netCents : addsUp(charge)) return charge;
  return netCents === null ? undefined : amounts;
}

function addsUp({ grossCents, feeCents, netCents }: Amounts): boolean {
  return feeCents !== null && netCents !== null && grossCents - feeCents === netCents;
}
