import type { CountAndEuros } from '../../finance/unnotified/unnotified-rule.ts';
import { amountOf } from '../../payments/amount.ts';
import { EXCEPTION_KINDS, type ExceptionKind } from '../../payments/exceptions/exception.ts';
import { type ExceptionRecord, exceptionView } from '../../payments/exceptions/exception-record.ts';
import { type Counted, differenceCents, sumsOnce } from '../../payments/exceptions/exception-sums.ts';
import { openCents, type ReturnedMoney, returnedMoney } from '../../payments/exceptions/returned-money.ts';
import { isCoveredSince, type Records } from '../../payments/money/ledger.ts';
import type { ReadRecords } from '../../payments/money/records.table.ts';
import type { Transaction } from '../../payments/transaction.ts';
import { isoTime } from '../../runtime/clock.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { ReadTransactions } from '../transactions/transactions-read.table.ts';

/** What the merchant was notified of before a late payment. */
export type NotifiedOf = 'failed' | 'cancelled' | null;

/** Of an exception's transaction; null for every kind but `late`, and where the transaction was not read. */
export function notifiedOf({ kind }: Pick<ExceptionRecord, 'kind'>, transaction: Transaction | undefined): NotifiedOf {
  const earlier = kind === 'late' ? transaction?.settlements[0]?.status : undefined;
  return earlier === 'failed' || earlier === 'cancelled' ? earlier : null;
}

/**
 * An exception with the cents received beyond what was due, what of it was returned, and the order, null if not read.
 */
export type Compared = ExceptionRecord & {
  differenceCents: number | null;
  externalOrderId: string | null;
  notifiedOf: NotifiedOf;
  /** Whether its transaction is paid. */
  isPaid: boolean;
  /** Whether the refund that it is about was covered by money reported since. */
  isCovered: boolean;
  returned: ReturnedMoney | null;
};

const MAX_CONCURRENT_READS = 25;

/** Compares exceptions with what was due and, where something was returned, with the refunds of their transaction. */
export function comparing(readMany: ReadTransactions, readRecords: ReadRecords) {
  return async (exceptions: readonly ExceptionRecord[]): Promise<Compared[]> => {
    const own = exceptions.filter(({ merchantId }) => merchantId !== null);
    const read = await readMany([...new Set(own.map(({ transactionId }) => transactionId))]);
    const transactions = new Map(read.map((transaction) => [transaction.transactionId, transaction]));
    const refunded = new Map<string, { records: Records; returned: Map<string, ReturnedMoney> }>();
    await sideBySide(
      [...transactions.values()].filter(({ refunds }) => refunds),
      MAX_CONCURRENT_READS,
      async (each) => {
        const records = await readRecords(each.transactionId);
        if (!records) return;
        const returned = returnedMoney(records.exceptions, records.refunds, records.transaction);
        refunded.set(each.transactionId, { records, returned });
      },
    );
    return exceptions.map((exception) => {
      const { transactionId, exceptionId } = exception;
      const transaction = transactions.get(transactionId);
      const { records, returned } = refunded.get(transactionId) ?? {};
      return {
        ...exception,
        externalOrderId: transaction?.externalOrderId ?? null,
        differenceCents: differenceCents(exception, transaction),
        notifiedOf: notifiedOf(exception, transaction),
        isPaid: transaction?.status === 'paid',
        isCovered: records !== undefined && isCoveredSince(exception, records),
        returned: returned?.get(exceptionId) ?? null,
      };
    });
  };
}

/** What was returned of an exception's money, in EUR; `euros` is null where the bank gave no readable amount. */
export interface ReturnedView {
  euros: number | null;
  of: number;
  count: number;
  /** Of the newest refund. */
  at: string;
}

export function returnedView(returned: ReturnedMoney | null | undefined): ReturnedView | null {
  if (!returned) return null;
  const { cents, ofCents, count, atMs } = returned;
  return { euros: cents === null ? null : amountOf(cents), of: amountOf(ofCents), count, at: isoTime(atMs) };
}

/** An exception of the list; amounts in EUR. */
export function comparedView(compared: Compared) {
  const { differenceCents: cents, externalOrderId, notifiedOf, isPaid, isCovered, returned, ...exception } = compared;
  return {
    ...exceptionView(exception),
    ...{ externalOrderId, notifiedOf, isPaid, isCovered },
    difference: cents === null ? null : amountOf(cents),
    returned: returnedView(returned),
  };
}

export type ExceptionTotal = CountAndEuros & Pick<ExceptionLine, 'returned'>;

export interface ExceptionLine {
  kind: ExceptionKind;
  count: number;
  /**
   * Differences without their signs and what was returned, each payment's counted once: the lines add up to the total.
   */
  euros: number;
  /** Euros of this kind that are counted at a kind before it. */
  eurosElsewhere: number;
  /** What the bank has returned of the money of these exceptions, counted once as `euros` are. */
  returned: number;
  /** Those about which no sum in EUR is known. */
  withoutSum: number;
  oldestAt: string;
}

/** Open exceptions by kind, in the order of `EXCEPTION_KINDS`. */
export function exceptionLines(open: readonly Compared[]): { lines: ExceptionLine[]; total: ExceptionTotal } {
  const groupsOf = (centsOf: (each: Compared) => number | null) =>
    EXCEPTION_KINDS.map((kind) =>
      open.filter((each) => each.kind === kind).map((each): Counted & Compared => ({ ...each, cents: centsOf(each) })),
    );
  const groups = groupsOf((each) => (each.isCovered ? 0 : openCents(each.differenceCents, each.returned)));
  const sums = sumsOnce(groups);
  const returned = sumsOnce(groupsOf((each) => each.returned?.cents ?? 0));
  const lines = EXCEPTION_KINDS.flatMap((kind, index): ExceptionLine[] => {
    const [ofKind = [], sum, back] = [groups[index], sums[index], returned[index]];
    const [first] = ofKind;
    if (!first || !sum || !back) return [];
    return [
      {
        kind,
        count: ofKind.length,
        euros: amountOf(sum.cents),
        eurosElsewhere: amountOf(sum.centsElsewhere),
        returned: amountOf(back.cents),
        withoutSum: ofKind.filter(({ cents }) => cents === null).length,
        oldestAt: isoTime(ofKind.reduce((oldest, { openedAt }) => Math.min(oldest, openedAt), first.openedAt)),
      },
    ];
  });
  const total = (all: typeof sums) => amountOf(all.reduce((sum, { cents }) => sum + cents, 0));
  return { lines, total: { count: open.length, euros: total(sums), returned: total(returned) } };
}
