import type { MovementRow } from '../../../../functions/dashboard/finance/movements/movement-row.ts';
import type { BankLine } from '../../../../functions/finance/bank-file/bank-file.ts';
import type { Finding as AnyFinding, Result } from '../../../../functions/finance/bank-file/compare.ts';
import type { Texts } from '../../i18n/words.ts';
import { type Cell, csvFile } from '../../lists/csv-file.ts';
import type { reconciliationWords } from './words.ts';

export type Finding = AnyFinding<MovementRow>;
export type Difference = Finding & { result: Exclude<Result, 'matched'> };

export function differencesIn(findings: readonly Finding[]): Difference[] {
  return findings.filter((finding): finding is Difference => finding.result !== 'matched');
}

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

export function directionOf({ line, ours }: Finding): BankLine['direction'] {
  return line?.direction ?? (ours?.kind === 'returned' ? 'out' : 'in');
}

/** What a finding is named by: as the line has it, and where the line says nothing as our record has it. */
function namesOf({ line, ours }: Finding) {
  return {
    bankId: line?.ids.bankId ?? ours?.bankId ?? ours?.operationId ?? null,
    merchantTransactionId: line?.ids.merchantTransactionId ?? null,
    entity: line?.ids.entity ?? ours?.entity ?? null,
    reference: line?.ids.reference ?? ours?.reference ?? null,
  };
}

export function namesText(finding: Finding): string {
  const { bankId, merchantTransactionId, entity, reference } = namesOf(finding);
  return [bankId, merchantTransactionId, [entity, reference].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** The differences as a spreadsheet, one row each. */
export function differencesCsv(differences: readonly Difference[], text: Texts<typeof reconciliationWords>): string {
  const { columns } = text;
  const cells = (finding: Difference): Record<keyof typeof columns, Cell> => {
    const { result, ours, line, isAmbiguous } = finding;
    return {
      result: isAmbiguous ? text.ambiguous : text.results[result],
      direction: text.directions[directionOf(finding)],
      transactionId: ours?.transactionId ?? null,
      orderId: ours?.externalOrderId ? { exact: ours.externalOrderId } : null,
      ourTime: ours && { atMs: ours.atMs },
      ours: ours?.cents ? { cents: ours.cents } : null,
      line: line && { count: line.line },
      bankTime: line && (line.atMs === null ? { day: line.day } : { atMs: line.atMs }),
      ...namesOf(finding),
      bank: line && { cents: line.cents },
      fee: line && line.feeCents !== null ? { cents: line.feeCents } : null,
      net: line && line.netCents !== null ? { cents: line.netCents } : null,
    };
  };
  return csvFile(columns, differences.map(cells));
}
