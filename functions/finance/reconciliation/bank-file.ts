import type { Reading } from '../../runtime/reading.ts';
import type { BankFileProblem, ValueProblem } from './bank-file-problem.ts';
import { type BankFileRow, type Column, NAME_COLUMNS, readRows } from './bank-file-rows.ts';
import { isRounded, mayBeDivided, readDigits, readEuros, readKind, readTime } from './bank-file-values.ts';
import type { BankLine } from './records.ts';

/** The file as lines, or everything that is wrong with it: part of a file is never compared. */
export type BankFile = { ok: true; lines: BankLine[] } | { ok: false; problems: BankFileProblem[] };

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
  return problems.length > 0 ? { ok: false, problems } : { ok: true, lines };
}

/** Characters of a wrong value that are shown. */
const MAX_SHOWN = 60;
const IDS = ['entity', ...NAME_COLUMNS] as const;

function readLine(
  { lineNumber, cells, names, following }: BankFileRow,
  transactionIdOf: (merchantTransactionId: string) => string | null,
): Reading<BankLine, BankFileProblem> {
  const wrong = (column: Column, { code, value }: ValueProblem) => {
    const shown = value === '' ? '""' : value.slice(0, MAX_SHOWN);
    return { ok: false, problem: { code, value: shown, line: lineNumber, column: names[column] ?? column } } as const;
  };
  const time = readTime([cells.time, cells.clock].filter(Boolean).join(' '));
  const kind = readKind(cells.kind ?? 'payment');
  const gross = readEuros(cells.gross ?? '');
  const fee = cells.fee === undefined ? NOTHING : readEuros(cells.fee);
  const net = cells.net === undefined ? NOTHING : readEuros(cells.net);
  if (!time.ok) return wrong('time', time.problem);
  if (!kind.ok) return wrong('kind', kind.problem);
  if (!gross.ok) return wrong('gross', gross.problem);
  if (!fee.ok) return wrong('fee', fee.problem);
  if (!net.ok) return wrong('net', net.problem);
  const rounded = IDS.find((column) => isRounded(cells[column] ?? ''));
  if (rounded) return wrong(rounded, { code: 'rounded', value: cells[rounded] ?? '' });
  if (!NAME_COLUMNS.some((column) => cells[column])) {
    const columns = NAME_COLUMNS.flatMap((column) => names[column] ?? []);
    return { ok: false, problem: { code: 'no-name', line: lineNumber, columns } };
  }
  const isRefund = kind.value === 'refund';
  if (gross.value === 0 || (gross.value < 0 && !isRefund)) {
    return wrong('gross', { code: 'gross-not-positive', value: cells.gross ?? '' });
  }
  const sums = signedSums({ isRefund, grossCents: gross.value, feeCents: fee.value, netCents: net.value });
  if (!sums) return wrong('fee', { code: 'unclear-fee', value: cells.fee ?? '' });
  const divided = addsUp(sums)
    ? undefined
    : SUMS.find((column) => mayBeDivided(cells[column] ?? '', following[column] ?? ''));
  if (divided) return wrong(divided, { code: 'split-amount', value: `${cells[divided]},${following[divided]}` });
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
      ...sums,
    },
  };
}

const NOTHING: Reading<null, ValueProblem> = { ok: true, value: null };
const SUMS = ['gross', 'fee', 'net'] as const;
type Sums = Pick<BankLine, 'grossCents' | 'feeCents' | 'netCents'>;

/**
 * Refunds may be written with a minus or without: the column `kind` decides. A fee with a minus is a charge where gross
 * less its size is net; undefined where no net shows its direction.
 */
function signedSums({ isRefund, grossCents, feeCents, netCents }: Sums & { isRefund: boolean }): Sums | undefined {
  const sums = { grossCents, feeCents, netCents };
  if (isRefund) {
    sums.grossCents = Math.abs(grossCents);
    sums.netCents = netCents && Math.abs(netCents);
  }
  if (feeCents === null || feeCents >= 0) return sums;
  // A refund and its charge are both paid out.
  const charge = { ...sums, feeCents: -feeCents };
  if (isRefund ? sums.grossCents - feeCents === sums.netCents : addsUp(charge)) return charge;
  return netCents === null ? undefined : sums;
}

function addsUp({ grossCents, feeCents, netCents }: Sums): boolean {
  return feeCents !== null && netCents !== null && grossCents - feeCents === netCents;
}
