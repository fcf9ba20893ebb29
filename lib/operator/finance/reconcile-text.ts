import type { DifferenceSum, Sum } from '../../../functions/finance/reconciliation/day-totals.ts';
import { DIFFERENCES, differenceCents, type Finding } from '../../../functions/finance/reconciliation/finding.ts';
import { noteText } from '../../../functions/finance/reconciliation/note.ts';
import type { DayReport } from '../../../functions/finance/reconciliation/reconcile-day.ts';
import { lisbonTimeText } from '../../../functions/runtime/lisbon-day.ts';

/** The report as text: the sums, then every difference and every case of timing. */
export function reportText(report: DayReport): string {
  const { day, merchantId, account, unusedColumns, reconciled, totals, unreadable } = report;
  const { ours, bank } = totals;
  const lines = [
    `reconciliation of ${day.name} (Lisbon)${of('merchant', merchantId)}${of('bank account', account)}`,
    '',
    sumLine('our payments', ours.payments),
    sumLine('our refunds', ours.refunds),
  ];
  if (bank) {
    lines.push(
      sumLine('the bank’s payments', bank.payments),
      sumLine('the bank’s refunds', bank.refunds),
      amountLine('the bank’s fee', bank.feeCents),
      amountLine('the bank’s net', bank.netCents),
    );
  }
  lines.push('', sumLine('agree', totals.agreements));
  if (totals.timing.count > 0) lines.push(sumLine('timing, no difference', totals.timing));
  if (totals.notChecked.count > 0)
    lines.push(`${sumLine('not-checked', totals.notChecked)}   ours, not covered by the export`);
  if (totals.noAnswer.count > 0)
    lines.push(`${sumLine('no-answer', totals.noAnswer)}   the bank gave no clear answer, so nothing is confirmed`);
  for (const [kind, sentence] of Object.entries(DIFFERENCES)) {
    const sum = totals.differences[kind as keyof typeof DIFFERENCES];
    if (sum) lines.push(`${differenceLine(kind, sum)}   ${sentence}`);
  }
  if (reconciled.leftOut > 0) lines.push(`lines of the export left out, of other merchants: ${reconciled.leftOut}`);
  if (unusedColumns.length > 0) lines.push(`columns of the export that were not used: ${unusedColumns.join(', ')}`);
  const listed = reconciled.findings.filter((finding) => finding.result !== 'agrees');
  if (listed.length > 0) lines.push('', ...listed.map(findingLine));
  lines.push('', closingLine(report), ...unreadableLine(unreadable));
  return `${lines.join('\n')}\n`;
}

function closingLine({ oneSided, totals }: DayReport): string {
  const { differenceCount: differences, noAnswer, ours } = totals;
  const unanswered =
    noAnswer.count === 0 ? '' : `, and ${noAnswer.count} of ${ours.payments.count} payments could not be checked`;
  const found =
    (differences === 0 ? 'no difference' : `${differences} ${differences === 1 ? 'difference' : 'differences'}`) +
    unanswered;
  if (!oneSided) return found;
  return `${found}; one-sided: payments that only the bank has, and refunds, need the bank's export with lines of that day (--import)`;
}

function unreadableLine(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const which =
    ids.length === 1
      ? '1 transaction could not be read and is'
      : `${ids.length} transactions could not be read and are`;
  return [`INCOMPLETE: ${which} in none of the figures: ${ids.join(', ')}; \`transaction show\` names the item`];
}

function findingLine(finding: Finding): string {
  const { result, kind, transaction, refund, line, ourCents, bankCents, notes } = finding;
  const atMs = (refund ? refund.atMs : transaction?.paidAtMs) ?? line?.atMs ?? null;
  return [
    result.padEnd(14),
    kind.padEnd(7),
    (atMs === null ? (line?.day ?? '-') : lisbonTimeText(atMs)).padEnd(19),
    `ours ${eurosOrNone(ourCents)}`,
    `bank ${eurosOrNone(bankCents)}`,
    `difference ${eurosOrNone(differenceCents(finding))}`,
    transaction?.transactionId ?? line?.transactionId ?? line?.bankId ?? line?.reference ?? '-',
    transaction?.merchantId ?? '-',
    noteText(notes),
  ]
    .join('  ')
    .trimEnd();
}

function of(what: string, name: string | null): string {
  return name === null ? '' : `, ${what} ${name}`;
}

function sumLine(name: string, { count, cents }: Sum): string {
  return `${name.padEnd(22)} ${String(count).padStart(6)} ${euros(cents)}`;
}

function differenceLine(name: string, { count, differenceCents: cents }: DifferenceSum): string {
  return cents === null
    ? `${name.padEnd(22)} ${String(count).padStart(6)} ${'unknown'.padStart(16)}`
    : sumLine(name, { count, cents });
}

function amountLine(name: string, cents: number | null): string {
  return `${name.padEnd(22)} ${''.padStart(6)} ${cents === null ? 'not in every line'.padStart(16) : euros(cents)}`;
}

function euros(cents: number): string {
  return `${(cents / 100).toFixed(2).padStart(12)} EUR`;
}

function eurosOrNone(cents: number | null): string {
  return cents === null ? '-'.padStart(9) : (cents / 100).toFixed(2).padStart(9);
}
