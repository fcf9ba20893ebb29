import type { CountAndEuros } from '../../finance/unnotified/unnotified-rule.ts';
import { EXCEPTION_KINDS, type ExceptionKind } from '../../payments/exceptions/exception.ts';
import { type ExceptionRecord, exceptionView } from '../../payments/exceptions/exception-record.ts';
import { differenceCents, sumsOnce } from '../../payments/exceptions/exception-sums.ts';
import { amountOf } from '../../payments/money.ts';
import type { Transaction } from '../../payments/transaction.ts';
import { isoTime } from '../../runtime/clock.ts';
import type { ReadTransactions } from '../transactions/transactions-read.table.ts';

/** What the merchant was notified of before a late payment. */
export type NotifiedOf = 'failed' | 'cancelled' | null;

/** Of an exception's transaction; null for every kind but `late`, and where the transaction was not read. */
export function notifiedOf({ kind }: Pick<ExceptionRecord, 'kind'>, transaction: Transaction | undefined): NotifiedOf {
  const earlier = kind === 'late' ? transaction?.settlements[0]?.status : undefined;
  return earlier === 'failed' || earlier === 'cancelled' ? earlier : null;
}

/** An exception with the cents received beyond what was due, and the order, null where it was not read. */
export type Compared = ExceptionRecord & {
  differenceCents: number | null;
  externalOrderId: string | null;
  notifiedOf: NotifiedOf;
};

/** Compares exceptions with what was due. Transactions are read for overpayments, and where an `order` is wanted. */
export function comparing(readMany: ReadTransactions, order?: 'order') {
  return async (exceptions: readonly ExceptionRecord[]): Promise<Compared[]> => {
    const isRead = ({ kind, merchantId }: ExceptionRecord) => kind === 'overpaid' || (order && merchantId !== null);
    const transactions = await readMany([
      ...new Set(exceptions.filter(isRead).map(({ transactionId }) => transactionId)),
    ]);
    return exceptions.map((exception) => {
      const transaction = transactions.find(({ transactionId }) => transactionId === exception.transactionId);
      const { externalOrderId = null } = transaction ?? {};
      return {
        ...exception,
        externalOrderId,
        differenceCents: differenceCents(exception, transaction),
        notifiedOf: notifiedOf(exception, transaction),
      };
    });
  };
}

/** An exception of the list; the difference in EUR. */
export function comparedView({ differenceCents: cents, externalOrderId, notifiedOf: status, ...exception }: Compared) {
  return {
    ...exceptionView(exception),
    externalOrderId,
    notifiedOf: status,
    difference: cents === null ? null : amountOf(cents),
  };
}

export interface ExceptionLine {
  kind: ExceptionKind;
  count: number;
  /** Differences without their signs, each payment's counted once, so that the lines add up to the total. */
  euros: number;
  /** Euros of this kind that are counted at a kind before it. */
  eurosElsewhere: number;
  /** Those about which no sum in EUR is known. */
  withoutSum: number;
  oldestAt: string;
}

/** Open exceptions by kind, in the order of `EXCEPTION_KINDS`. */
export function exceptionLines(open: readonly Compared[]): { lines: ExceptionLine[]; total: CountAndEuros } {
  const counted = open.map((each) => ({
    ...each,
    cents: each.differenceCents === null ? null : Math.abs(each.differenceCents),
  }));
  const groups = EXCEPTION_KINDS.map((kind) => counted.filter((each) => each.kind === kind));
  const sums = sumsOnce(groups);
  const lines = EXCEPTION_KINDS.flatMap((kind, index): ExceptionLine[] => {
    const [ofKind = [], sum] = [groups[index], sums[index]];
    const [first] = ofKind;
    if (!first || !sum) return [];
    return [
      {
        kind,
        count: ofKind.length,
        euros: amountOf(sum.cents),
        eurosElsewhere: amountOf(sum.centsElsewhere),
        withoutSum: ofKind.filter(({ cents }) => cents === null).length,
        oldestAt: isoTime(ofKind.reduce((oldest, { openedAt }) => Math.min(oldest, openedAt), first.openedAt)),
      },
    ];
  });
  const totalCents = sums.reduce((total, { cents }) => total + cents, 0);
  return { lines, total: { count: open.length, euros: amountOf(totalCents) } };
}
