import type { TotalsReport } from '../../../functions/dashboard/api.ts';
import type { Rebuilt } from '../../../functions/finance/rebuild/rebuild.ts';
import type { Sum } from '../../../functions/finance/totals/contribution.ts';
import { amountOf } from '../../../functions/payments/amount.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';

const BY = { paid: 'the time of payment', recorded: 'the time of record' } as const;

/** The report as text: a line for each day, method and status, then the sums. */
export function totalsText({ by, lines, refunds, sum, rebuiltAt }: TotalsReport): string {
  const rows = [
    ...lines.map(({ day, method, status, count, euros }) => row(day, method, status, count, euros)),
    ...refunds.map(({ day, count, euros }) => row(day, '', 'refunded', count, euros)),
  ].sort();
  return [
    `totals by ${BY[by]}, days of Lisbon`,
    '',
    ...(rows.length === 0 ? ['nothing was counted'] : rows),
    '',
    `gross     ${euroText(sum.gross).padStart(14)}   ${sum.paidCount} paid`,
    `refunded  ${euroText(sum.refunded).padStart(14)}`,
    `net       ${euroText(sum.net).padStart(14)}   before fees`,
    rebuiltAt === null ? 'never rebuilt' : `last rebuilt ${rebuiltAt}`,
    '',
  ].join('\n');
}

/** The result of the rebuild of one merchant's days. */
export function rebuiltText({
  merchantId,
  read,
  scannedFromMs,
  caughtUp,
  days,
  busyDays,
  unreadable,
}: Rebuilt): string {
  const changed = days.filter(({ differences }) => differences.length > 0);
  const lines = [
    `${merchantId}: ${read} transactions read, created or paid since ${isoTime(scannedFromMs)}; ` +
      `${days.length} ${days.length === 1 ? 'day' : 'days'} set, ${changed.length} of them changed`,
  ];
  if (caughtUp > 0)
    lines.push(`  ${caughtUp} recent ${caughtUp === 1 ? 'event was' : 'events were'} not counted yet and are now`);
  for (const { day, differences } of changed) {
    for (const { figure, was, is } of differences) {
      lines.push(`  ${day}  ${figure.padEnd(28)}  ${sumText(was)} -> ${sumText(is)}`);
    }
  }
  for (const day of busyDays)
    lines.push(`  ${day}  was not rebuilt, because payments were counted all the time: try again later`);
  if (unreadable.length > 0)
    lines.push(
      `  INCOMPLETE: ${transactionsText(unreadable.length)} could not be read (${unreadable.join(', ')}): ` +
        'its totals were left unchanged; `transaction show` names the item',
    );
  return `${lines.join('\n')}\n`;
}

export function rebuiltJson({ scannedFromMs, days, ...rest }: Rebuilt) {
  const scannedFrom = isoTime(scannedFromMs);
  return {
    ...rest,
    scannedFrom,
    days: days.map(({ day, differences }) => ({
      day,
      differences: differences.map(({ figure, was, is }) => ({ figure, was: inEuros(was), is: inEuros(is) })),
    })),
  };
}

function transactionsText(count: number): string {
  return `${count} ${count === 1 ? 'transaction' : 'transactions'}`;
}

function inEuros({ count, cents }: Sum) {
  return { count, euros: amountOf(cents) };
}

function row(day: string, method: string, status: string, count: number, euros: number): string {
  const figures = `${String(count).padStart(7)}  ${euroText(euros).padStart(14)}`;
  return `${day}  ${method.padEnd(9)}  ${status.padEnd(9)}  ${figures}`;
}

function sumText({ count, cents }: Sum): string {
  return `${count} (${euroText(amountOf(cents))})`;
}

function euroText(euros: number): string {
  return `${euros.toFixed(2)} EUR`;
}
