import { isWithin, type LisbonDay } from '../../runtime/lisbon-day.ts';
import { coverageOf } from './coverage.ts';
import { type FindTransaction, findTransactionIn } from './find-transaction.ts';
import type { Finding } from './finding.ts';
import { bookingOf, type QueryResult, reconcileLine, reconcilePayment } from './reconcile-payment.ts';
import { reconcileRefunds } from './reconcile-refunds.ts';
import type { BankLine, OurTransaction } from './records.ts';

/** Both sides of one day. */
export interface Sides {
  day: LisbonDay;
  /** Ours: paid on the day or within `EDGE_MS` of its midnights, and whatever the export names. */
  transactions: readonly OurTransaction[];
  /** The bank's answers about those paid on the day, by transaction id. */
  asked: ReadonlyMap<string, QueryResult>;
  /** The bank's export; null without one, and then money that the bank has and we do not cannot be seen. */
  lines: readonly BankLine[] | null;
  /** Where one merchant is selected: lines that are not this merchant's are left out and counted. */
  merchantId?: string | undefined;
  /** `transactions` are some of the day's: lines of others are left out and counted. */
  isSelection?: boolean;
}

export interface Reconciled {
  findings: Finding[];
  /** Lines of the day that were compared; null without an export. */
  dayLines: BankLine[] | null;
  /** Lines of the day that were left out: of other or unknown merchants. */
  leftOut: number;
}

/**
 * Compares our payments and refunds of a day with the bank's (decision D9): one finding for each payment and refund of
 * either side, and one more for a line whose sums are wrong. Pure: no queries, no writes.
 */
export function reconcile(sides: Sides): Reconciled {
  const { day, transactions, asked, lines, merchantId, isSelection = false } = sides;
  const find = findTransactionIn(transactions);
  const isTheirs = (line: BankLine) =>
    (merchantId === undefined || find(line)?.merchantId === merchantId) && (!isSelection || find(line) !== undefined);
  const isOfDay = (line: BankLine) => line.day === day.name;
  const considered = lines?.filter(isTheirs) ?? null;
  // Also by the lines of other merchants.
  const covers = lines && coverageOf(day, lines);

  const ofTransaction = new Map<OurTransaction, BankLine[]>();
  for (const line of considered ?? []) {
    const transaction = line.kind === 'payment' ? find(line) : undefined;
    if (transaction) ofTransaction.set(transaction, [...(ofTransaction.get(transaction) ?? []), line]);
  }

  const used = new Set<BankLine>();
  const findings: Finding[] = [];
  for (const transaction of transactions.filter((each) => isPaidOn(day, each))) {
    const booking = bookingOf(transaction, ofTransaction.get(transaction) ?? []);
    if (booking) used.add(booking);
    findings.push(
      reconcilePayment(day, transaction, { booking, reported: asked.get(transaction.transactionId), covers }),
    );
  }
  for (const line of considered ?? []) {
    if (line.kind !== 'payment' || !isOfDay(line) || used.has(line)) continue;
    const transaction = find(line);
    const isBooking = transaction && bookingOf(transaction, ofTransaction.get(transaction) ?? []) === line;
    findings.push(reconcileLine(line, transaction, isBooking ?? false));
  }
  findings.push(...reconcileRefunds(day, transactions, considered, { find, covers }));
  findings.push(...wrongSums(considered?.filter(isOfDay) ?? [], find));
  const leftOut = (lines ?? []).filter((line) => isOfDay(line) && !isTheirs(line)).length;
  return { findings, dayLines: considered?.filter(isOfDay) ?? null, leftOut };
}

/** Whether our record has it as paid on that day. */
export function isPaidOn(day: LisbonDay, { paidAtMs }: Pick<OurTransaction, 'paidAtMs'>): boolean {
  return paidAtMs !== null && isWithin(day, paidAtMs);
}

function wrongSums(lines: readonly BankLine[], find: FindTransaction): Finding[] {
  return lines
    .filter(({ kind, grossCents, feeCents, netCents }) => {
      return kind === 'payment' && feeCents !== null && netCents !== null && grossCents - feeCents !== netCents;
    })
    .map((line) => ({
      result: 'line-sum' as const,
      kind: line.kind,
      transaction: find(line) ?? null,
      refund: null,
      line,
      ourCents: null,
      bankCents: null,
      notes: [{ code: 'line-sum' as const, line: line.lineNumber }],
    }));
}
