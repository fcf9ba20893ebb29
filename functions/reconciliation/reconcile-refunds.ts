import type { FindTransaction } from './find-transaction.ts';
import type { Finding, Result } from './finding.ts';
import { isWithin, type LisbonDay } from './lisbon-day.ts';
import { dayRelation } from './near-midnight.ts';
import type { BankLine, OurRefund, OurTransaction } from './records.ts';

interface Known {
  transaction: OurTransaction;
  refund: OurRefund;
}

/**
 * Compares the refunds of the day. Without an export nothing can be said of them, and there is no finding: ours are only
 * counted. A line is a refund of ours by the bank's id of it, else by its transaction and the amount.
 */
export function reconcileRefunds(
  day: LisbonDay,
  transactions: readonly OurTransaction[],
  lines: readonly BankLine[] | null,
  find: FindTransaction,
): Finding[] {
  if (lines === null) return [];
  const left = new Set<Known>(
    transactions.flatMap((transaction) => transaction.refunds.map((refund) => ({ transaction, refund }))),
  );
  const findings: Finding[] = [];
  for (const line of lines.filter(({ kind }) => kind === 'refund')) {
    const transaction = find(line);
    const known = [...left].filter((each) => each.transaction === transaction);
    const match =
      known.find(({ refund }) => refund.refundId === line.bankId) ??
      known.find(({ refund }) => refund.amountCents === line.grossCents);
    if (match) left.delete(match);
    const isOfDay = line.day === day.name || (match && isWithin(day, match.refund.atMs));
    if (isOfDay) findings.push(findingOf(transaction, match?.refund, line));
  }
  for (const { transaction, refund } of left) {
    if (isWithin(day, refund.atMs)) findings.push(findingOf(transaction, refund, undefined));
  }
  return findings;
}

function findingOf(
  transaction: OurTransaction | undefined,
  refund: OurRefund | undefined,
  line: BankLine | undefined,
): Finding {
  return {
    result: resultOf(refund, line),
    kind: 'refund',
    transaction: transaction ?? null,
    refund: refund ?? null,
    line: line ?? null,
    ourCents: refund?.amountCents ?? null,
    bankCents: line?.grossCents ?? null,
    detail: line ? `line ${line.lineNumber}` : '',
  };
}

function resultOf(refund: OurRefund | undefined, line: BankLine | undefined): Result {
  if (!line) return 'not-at-bank';
  if (!refund) return 'not-ours';
  if (refund.amountCents !== line.grossCents) return 'amount-differs';
  const relation = dayRelation(refund.atMs, line);
  if (relation === 'same-day') return 'agrees';
  return relation === 'timing' ? 'timing' : 'day-differs';
}
