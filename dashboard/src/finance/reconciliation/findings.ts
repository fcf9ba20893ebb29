import type { DashboardApi } from '../../../../functions/dashboard/api.ts';
import { type Cell, writeCsv } from '../../../../functions/runtime/csv-write.ts';

export type Finding = DashboardApi['POST /finance/reconciliation']['answer']['findings'][number];

export function isDifference({ result }: Pick<Finding, 'result'>): boolean {
  return result !== 'agrees' && result !== 'timing';
}

const HEADING = [
  'result',
  'kind',
  'merchantId',
  'transactionId',
  'orderId',
  'status',
  'bankAccount',
  'ourTime (Lisbon)',
  'bankTime (Lisbon)',
  'bankId',
  'our EUR',
  'bank EUR',
  'difference EUR',
  'fee EUR',
  'net EUR',
  'open exceptions',
  'detail',
];

/** The findings as a spreadsheet, one row each, differences first. */
export function findingsCsv(findings: readonly Finding[]): string {
  const rest = findings.filter((finding) => !isDifference(finding));
  return writeCsv([HEADING, ...[...findings.filter(isDifference), ...rest].map(cellsOf)]);
}

function cellsOf(finding: Finding): Cell[] {
  const { result, kind, merchantId, transactionId, externalOrderId, status, bankAccount, ourTime, line } = finding;
  return [
    result,
    kind,
    merchantId,
    transactionId,
    externalOrderId,
    status,
    bankAccount,
    timeCell(ourTime),
    line ? (timeCell(line.time) ?? { day: line.day }) : null,
    finding.bankId,
    euroCell(finding.ourAmount),
    euroCell(finding.bankAmount),
    euroCell(finding.difference),
    euroCell(line?.fee ?? null),
    euroCell(line?.net ?? null),
    finding.openExceptions.join(', '),
    finding.detail,
  ];
}

function timeCell(iso: string | null): Cell {
  return iso === null ? null : { atMs: Date.parse(iso) };
}

function euroCell(euros: number | null): Cell {
  return euros === null ? null : { cents: Math.round(euros * 100) };
}
