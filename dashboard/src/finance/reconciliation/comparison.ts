import type { MovementRow } from '../../../../functions/dashboard/finance/movements/movement-row.ts';
import type { BankLine } from '../../../../functions/finance/bank-file/bank-file.ts';
import { type Finding as AnyFinding, RESULTS, type Result } from '../../../../functions/finance/bank-file/compare.ts';
import type { Texts } from '../../i18n/words.ts';
import { type Cell, fileHead, fileRows } from '../../lists/csv-file.ts';
import type { reconciliationWords } from './words.ts';

export type Finding = AnyFinding<MovementRow>;

interface Side {
  received: number;
  returned: number;
}

/** In cents. `fees` and `net` are null where a line of the file does not state them. */
export interface Sums {
  ours: Side;
  bank: Side & { fees: number | null; net: number | null };
}

export function sumsOf(findings: readonly Finding[]): Sums {
  const lines = findings.flatMap(({ line }) => line ?? []);
  const ours = findings.flatMap(({ ours: our }) => our ?? []);
  const centsOf = (rows: readonly { cents: number | null }[]) => rows.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
  const stated = (name: 'feeCents' | 'netCents') =>
    lines.reduce<number | null>((sum, { [name]: cents }) => (sum === null || cents === null ? null : sum + cents), 0);
  return {
    ours: {
      received: centsOf(ours.filter(({ kind }) => kind !== 'returned')),
      returned: centsOf(ours.filter(({ kind }) => kind === 'returned')),
    },
    bank: {
      received: centsOf(lines.filter(({ direction }) => direction === 'in')),
      returned: centsOf(lines.filter(({ direction }) => direction === 'out')),
      fees: stated('feeCents'),
      net: stated('netCents'),
    },
  };
}

/** Of one result, in cents: what the movements and the lines come to, returned money with a minus. */
export interface ResultRow {
  result: Result;
  count: number;
  ours: number;
  bank: number;
}

export function resultRows(findings: readonly Finding[]): ResultRow[] {
  return RESULTS.map((result) => {
    const found = findings.filter((each) => each.result === result);
    const { ours, bank } = sumsOf(found);
    return { result, count: found.length, ours: ours.received - ours.returned, bank: bank.received - bank.returned };
  });
}

/** What a line of the file is named by. */
export function idsText({ ids }: BankLine): string {
  const { bankId, merchantTransactionId, entity, reference } = ids;
  const payment = [entity, reference].filter((part) => part !== undefined).join(' ');
  return [bankId, merchantTransactionId, payment].filter(Boolean).join(', ');
}

/** The differences as a spreadsheet, one row each. */
export function differencesCsv(findings: readonly Finding[], text: Texts<typeof reconciliationWords>): string {
  const { columns } = text;
  const cells = ({ result, ours, line, isAmbiguous }: Finding): Record<keyof typeof columns, Cell> => ({
    result: isAmbiguous ? text.ambiguous : text.results[result],
    direction:
      text.directions[(line?.direction ?? (ours?.kind === 'returned' ? 'out' : 'in')) as BankLine['direction']],
    transactionId: ours?.transactionId ?? null,
    orderId: ours?.externalOrderId ? { exact: ours.externalOrderId } : null,
    ourTime: ours && { atMs: ours.atMs },
    ours: ours?.cents ? { cents: ours.cents } : null,
    line: line && { count: line.line },
    bankTime: line && (line.atMs === null ? { day: line.day } : { atMs: line.atMs }),
    bankId: line?.ids.bankId ?? null,
    merchantTransactionId: line?.ids.merchantTransactionId ?? null,
    entity: line?.ids.entity ?? null,
    reference: line?.ids.reference ?? null,
    bank: line && { cents: line.cents },
    fee: line && line.feeCents !== null ? { cents: line.feeCents } : null,
    net: line && line.netCents !== null ? { cents: line.netCents } : null,
  });
  const rows = findings.filter(({ result }) => result !== 'matched').map(cells);
  return fileHead(columns) + fileRows(columns, rows);
}
