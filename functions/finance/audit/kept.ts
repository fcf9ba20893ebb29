import { type ExceptionRecord, exceptionOf, isException } from '../../payments/exceptions/exception-record.ts';
import { isRefund, type Refund, refundOf } from '../../payments/money/refund.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { type Transaction, transactionOf } from '../../payments/transaction.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import { isPreviousSeries, type PreviousSeries, previousSeriesOf } from '../../webhooks/resend/previous-series.ts';

/** The items of one transaction, without the receivers' answers, which expire. */
export interface Kept {
  transaction: Transaction;
  /** The mark of the main item in the index of undelivered events. */
  undeliveredKey?: string | undefined;
  /** The series of attempts that a resend has ended. */
  series: readonly PreviousSeries[];
  refunds: readonly Refund[];
  exceptions: readonly KeptException[];
}

/** `listedAs`: its mark in the index of exceptions, open and closed. */
export type KeptException = ExceptionRecord & { listedAs?: string | undefined };

/** Parses the items of a partition; undefined without a main item. Throws on an item that does not fit its schema. */
export function keptOf(items: readonly Attributes[]): Kept | undefined {
  const main = items.find(({ item }) => item?.S === MAIN_ITEM);
  if (!main) return undefined;
  const having = (isOfKind: (sortKey: string) => boolean) => items.filter(({ item }) => isOfKind(item?.S ?? ''));
  return {
    transaction: transactionOf(main),
    undeliveredKey: main.undeliveredKey?.S,
    series: having(isPreviousSeries).map(previousSeriesOf),
    refunds: having(isRefund).map(refundOf),
    exceptions: having(isException).map((item) => ({ ...exceptionOf(item), listedAs: item.exceptionKey?.S })),
  };
}
