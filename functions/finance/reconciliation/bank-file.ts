import { type CsvRecord, readCsv } from '../../runtime/csv-read.ts';
import type { Reading } from '../../runtime/reading.ts';
import type { BankFileProblem, LineProblem } from './bank-file-problem.ts';
import { readEuros, readKind, readTime } from './bank-file-values.ts';
import type { BankLine } from './records.ts';

/** The file as lines, or everything that is wrong with it: part of a file is never compared. */
export type BankFile = { ok: true; lines: BankLine[] } | { ok: false; problems: BankFileProblem[] };

/** Columns by their names in the first line, in any order; the first name is the documented one. Others are ignored. */
const COLUMNS = {
  time: ['datetime', 'date', 'data', 'data_hora', 'data hora'],
  clock: ['time', 'hora'],
  kind: ['kind', 'tipo'],
  entity: ['entity', 'entidade'],
  reference: ['reference', 'referencia', 'referência'],
  bankId: ['bankid', 'bank_id', 'transactionid', 'id'],
  merchantTransactionId: ['merchanttransactionid', 'merchant_transaction_id'],
  gross: ['gross', 'amount', 'valor', 'bruto'],
  fee: ['fee', 'comissao', 'comissão'],
  net: ['net', 'liquido', 'líquido'],
} as const;
/** Any of them names the payment. */
const NAME_COLUMNS = ['bankId', 'merchantTransactionId', 'reference'];
type Column = keyof typeof COLUMNS;
type Cells = Partial<Record<Column, string>>;

/**
 * Reads the bank's settlement export (docs/reconciliation.md). `transactionIdOf` finds our transaction id in the
 * merchant transaction id sent to the provider; null where there is none.
 */
export function readBankFile(
  text: string,
  transactionIdOf: (merchantTransactionId: string) => string | null,
): BankFile {
  const [header, ...records] = readCsv(text);
  if (!header) return { ok: false, problems: [{ code: 'empty' }] };
  const places = placesOf(header);
  const missing = (['time', 'gross'] as const).filter((column) => places[column] === undefined);
  const isNamed = [places.bankId, places.merchantTransactionId, places.reference].some((place) => place !== undefined);
  const problems: BankFileProblem[] = missing.map((column) => ({ code: 'no-column', column: COLUMNS[column][0] }));
  if (!isNamed) problems.push({ code: 'no-name-column', columns: NAME_COLUMNS });
  if (problems.length > 0) return { ok: false, problems };
  const lines: BankLine[] = [];
  for (const record of records) {
    const read = readLine(record.lineNumber, cellsOf(record, places), transactionIdOf);
    if (read.ok) lines.push(read.value);
    else problems.push({ ...read.problem, line: record.lineNumber });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, lines };
}

function placesOf({ cells }: CsvRecord): Partial<Record<Column, number>> {
  const names = cells.map((cell) => cell.toLowerCase());
  const places: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(COLUMNS) as Column[]) {
    const place = COLUMNS[column].map((name) => names.indexOf(name)).find((index) => index >= 0);
    if (place !== undefined) places[column] = place;
  }
  return places;
}

function cellsOf({ cells }: CsvRecord, places: Partial<Record<Column, number>>): Cells {
  const found: Cells = {};
  for (const [column, place] of Object.entries(places) as [Column, number][]) {
    // Ids written by this service's own export carry what keeps them text.
    const cell = (cells[place] ?? '').replace(/^'/, '').replace(/^="(.*)"$/, '$1');
    if (cell !== '') found[column] = cell;
  }
  return found;
}

function readLine(
  lineNumber: number,
  cells: Cells,
  transactionIdOf: (merchantTransactionId: string) => string | null,
): Reading<BankLine, LineProblem> {
  const time = readTime([cells.time, cells.clock].filter(Boolean).join(' '));
  const kind = readKind(cells.kind ?? 'payment');
  const gross = readEuros(cells.gross ?? '');
  const fee = cells.fee === undefined ? NOTHING : readEuros(cells.fee);
  const net = cells.net === undefined ? NOTHING : readEuros(cells.net);
  if (!time.ok) return time;
  if (!kind.ok) return kind;
  if (!gross.ok) return gross;
  if (!fee.ok) return fee;
  if (!net.ok) return net;
  const isRefund = kind.value === 'refund';
  if (gross.value === 0 || (gross.value < 0 && !isRefund)) {
    return { ok: false, problem: { code: 'gross-not-positive', value: cells.gross ?? '' } };
  }
  const { entity = null, reference, bankId = null, merchantTransactionId = null } = cells;
  return {
    ok: true,
    value: {
      lineNumber,
      kind: kind.value,
      ...time.value,
      bankId,
      merchantTransactionId,
      transactionId: merchantTransactionId === null ? null : transactionIdOf(merchantTransactionId),
      entity,
      reference: reference?.replaceAll(' ', '') ?? null,
      // Banks write refunds with or without a minus; the column `kind` decides.
      grossCents: Math.abs(gross.value),
      feeCents: fee.value,
      netCents: isRefund && net.value !== null ? Math.abs(net.value) : net.value,
    },
  };
}

const NOTHING: Reading<null, LineProblem> = { ok: true, value: null };
