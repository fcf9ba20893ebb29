import type { AuditResult } from '../../functions/finance/audit/results.table.ts';
import { NOT_CHECKED, type NotChecked } from '../../functions/finance/audit/tally.ts';
import { VIOLATIONS } from '../../functions/finance/audit/violation.ts';
import { isoTime } from '../../functions/runtime/clock.ts';

/** The result of one day as a person reads it on a terminal. */
export function auditText({ day, tally }: AuditResult): string {
  const { checked, payments, totals, movements, due, violations, notChecked, byReason, listed } = tally;
  const more = violations - listed.length;
  return [
    `${day}: ${checked} payments checked, ${violations} violations, ${notChecked} not checked`,
    `  ${payments} paid on the day; totals of ${totals} merchants, ${movements} movements of the banks, ${due} due`,
    ...Object.entries(byReason).map(
      ([reason, count]) => `  not checked: ${count}, ${NOT_CHECKED[reason as NotChecked]}`,
    ),
    ...listed.flatMap(({ kind, transactionId, merchantId, detail, command }) => [
      `  ${kind}  ${transactionId ?? '-'}  ${merchantId ?? '-'}  ${VIOLATIONS[kind]}: ${detail}`,
      `    ${command}`,
    ]),
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
  ].join('\n');
}

export function auditJson({ day, startedAt, finishedAt, tally }: AuditResult) {
  return { day, startedAt: isoTime(startedAt), finishedAt: isoTime(finishedAt), ...tally };
}
