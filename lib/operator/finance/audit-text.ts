import { MARGIN_MS } from '../../../functions/finance/audit/nightly.ts';
import type { AuditResult } from '../../../functions/finance/audit/results.table.ts';
import { NOT_CHECKED, type NotChecked } from '../../../functions/finance/audit/tally.ts';
import { VIOLATIONS } from '../../../functions/finance/audit/violation.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import { stagedCommand } from '../../../functions/runtime/staged-command.ts';

/** The result of one day as text. `stage` is the deployed stage that was audited. */
export function auditText(result: AuditResult, stage?: string): string {
  const { day, tally } = result;
  const { checked, payments, totals, movements, due, violations, notChecked, byReason, listed } = tally;
  const more = violations - listed.length;
  const checkedText = `${counted(checked, 'transaction')} checked, ${payments} of them paid that day`;
  return [
    `${day}: ${checkedText}; ${counted(violations, 'violation')}; ${notChecked} not checked`,
    `  totals of ${counted(totals, 'merchant')}, ${counted(movements, 'movement')} of the banks, ${due} due`,
    ...provisionalLines(result),
    ...Object.entries(byReason).map(
      ([reason, count]) => `  not checked: ${count}, ${NOT_CHECKED[reason as NotChecked]}`,
    ),
    ...listed.flatMap(({ kind, transactionId, merchantId, detail, command }) => [
      `  ${kind}  ${transactionId ?? '-'}  ${merchantId ?? '-'}  ${VIOLATIONS[kind]}: ${detail}`,
      `    ${stagedCommand(command, stage)}`,
    ]),
    ...(more > 0 ? [`  and ${more} more`] : []),
    '',
  ].join('\n');
}

/** `provisional`: the result for the day may still change. */
export function auditJson(result: AuditResult, stage?: string) {
  const { day, startedAt, finishedAt, tally } = result;
  return {
    day,
    startedAt: isoTime(startedAt),
    finishedAt: isoTime(finishedAt),
    provisional: provisionalLines(result).length > 0,
    ...tally,
    listed: tally.listed.map((each) => ({ ...each, command: stagedCommand(each.command, stage) })),
  };
}

/** Empty when the audit began after the time at which the nightly audit may run. */
function provisionalLines({ day, startedAt }: AuditResult): string[] {
  const endMs = lisbonDay(day)?.toMs ?? 0;
  if (startedAt >= endMs + MARGIN_MS) return [];
  const hours = MARGIN_MS / HOUR_MS;
  const why = startedAt < endMs ? 'the day is not over' : `the day ended less than ${hours} hours before`;
  return [`  provisional: ${why}; its transactions, deliveries and totals may still change`];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
