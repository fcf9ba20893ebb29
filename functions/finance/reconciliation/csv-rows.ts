import { type Cell, writeCsv } from '../../runtime/csv-write.ts';
import { differenceCents, type Finding } from './finding.ts';
import { noteText } from './note.ts';

const HEADER = [
  'result',
  'kind',
  'merchantId',
  'transactionId',
  'orderId',
  'bankAccount',
  'method',
  'ourTime (Lisbon)',
  'bankTime (Lisbon)',
  'bankId',
  'entity',
  'reference',
  'our EUR',
  'bank EUR',
  'fee EUR',
  'net EUR',
  'refunded so far EUR',
  'detail',
  'difference EUR',
];

/** The findings as a spreadsheet, one row each. Refunds have no minus: the column `kind` marks them. */
export function findingsCsv(findings: readonly Finding[]): string {
  return writeCsv([HEADER, ...findings.map(rowOf)]);
}

function rowOf(finding: Finding): Cell[] {
  const { result, kind, transaction, refund, line, ourCents, bankCents, notes } = finding;
  const refunded = (transaction?.refunds ?? []).reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
  return [
    result,
    kind,
    transaction?.merchantId ?? null,
    transaction?.transactionId ?? line?.transactionId ?? null,
    transaction?.externalOrderId ?? null,
    transaction?.bankAccount ?? null,
    transaction?.method ?? null,
    timeCell(refund ? refund.atMs : (transaction?.paidAtMs ?? null)),
    line ? (timeCell(line.atMs) ?? { day: line.day }) : null,
    line?.bankId ?? refund?.refundId ?? transaction?.paidBankId ?? null,
    line?.entity ?? transaction?.mb?.entity ?? null,
    line?.reference ?? transaction?.mb?.reference ?? null,
    centsCell(ourCents),
    centsCell(bankCents),
    centsCell(line?.feeCents ?? null),
    centsCell(line?.netCents ?? null),
    transaction ? centsCell(refunded) : null,
    noteText(notes),
    centsCell(differenceCents(finding)),
  ];
}

function timeCell(atMs: number | null): Cell {
  return atMs === null ? null : { atMs };
}

function centsCell(cents: number | null): Cell {
  return cents === null ? null : { cents };
}
