import { isWithin, type LisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { Coverage } from './coverage.ts';
import type { FindTransaction } from './find-transaction.ts';
import type { Finding, Result } from './finding.ts';
import { dayRelation } from './near-midnight.ts';
import { type BankLine, isRefundId, type OurRefund, type OurTransaction } from './records.ts';

interface Known {
  transaction: OurTransaction;
  refund: OurRefund;
}

/**
 * Compares the refunds of the day. Without an export they cannot be compared, and there is no finding: ours are only
 * counted. A line matches our refund by the bank's id, else by transaction and amount; of several it matches the one of
 * the same amount and nearest in time.
 */
export function reconcileRefunds(
  day: LisbonDay,
  transactions: readonly OurTransaction[],
  lines: readonly BankLine[] | null,
  { find, covers }: { find: FindTransaction; covers: Coverage | null },
): Finding[] {
  if (lines === null || covers === null) return [];
  const left = new Set<Known>(
    transactions.flatMap((transaction) => transaction.refunds.map((refund) => ({ transaction, refund }))),
  );
  const all = [...left];
  const isNamed = (line: BankLine) => all.some(({ refund }) => isRefundId(refund, line.bankId));
  const findings: Finding[] = [];
  const refundLines = lines.filter(({ kind }) => kind === 'refund');
  // Lines that name a refund come first, so that a line without an id does not match it by its sum.
  for (const line of [...refundLines.filter(isNamed), ...refundLines.filter((each) => !isNamed(each))]) {
    const transaction = find(line);
    const known = [...left].filter((each) => each.transaction === transaction);
    const match = isNamed(line)
      ? nearest(
          known.filter(({ refund }) => isRefundId(refund, line.bankId)),
          line,
        )
      : nearest(
          known.filter(({ refund }) => refund.amountCents === line.grossCents),
          line,
        );
    if (match) left.delete(match);
    const isOfDay = line.day === day.name || (match && isWithin(day, match.refund.atMs));
    if (isOfDay) findings.push(findingOf(transaction, match?.refund, line, covers));
  }
  for (const { transaction, refund } of left) {
    if (isWithin(day, refund.atMs)) findings.push(findingOf(transaction, refund, undefined, covers));
  }
  return findings;
}

/** Of several refunds under one id or of one sum, the one that the line is about. */
function nearest(known: readonly Known[], { grossCents, day, atMs }: BankLine): Known | undefined {
  const rank = ({ refund }: Known): [number, number, number] => [
    refund.amountCents === grossCents ? 0 : 1,
    lisbonDayName(refund.atMs) === day ? 0 : 1,
    atMs === null ? 0 : Math.abs(refund.atMs - atMs),
  ];
  return known.toSorted((one, other) => {
    const ranks = [rank(one), rank(other)] as const;
    const index = ranks[0].findIndex((value, position) => value !== ranks[1][position]);
    return (ranks[0][index] ?? 0) - (ranks[1][index] ?? 0);
  })[0];
}

function findingOf(
  transaction: OurTransaction | undefined,
  refund: OurRefund | undefined,
  line: BankLine | undefined,
  covers: Coverage,
): Finding {
  return {
    result: line ? resultOf(refund, line) : covers(refund?.atMs ?? 0) ? 'not-at-bank' : 'not-checked',
    kind: 'refund',
    transaction: transaction ?? null,
    refund: refund ?? null,
    line: line ?? null,
    ourCents: refund?.amountCents ?? null,
    bankCents: line?.grossCents ?? null,
    notes: line ? [{ code: 'line', line: line.lineNumber }] : [],
  };
}

function resultOf(refund: OurRefund | undefined, line: BankLine): Result {
  if (!refund) return 'not-ours';
  if (refund.amountCents !== line.grossCents) return 'amount-differs';
  const relation = dayRelation(refund.atMs, line);
  if (relation === 'same-day') return 'agrees';
  return relation === 'timing' ? 'timing' : 'day-differs';
}
