import { type ExceptionRecord, exceptionOf, isException } from '../../payments/exceptions/exception-record.ts';
import { isRefund, type Refund, refundOf } from '../../payments/money/refund.ts';
import { partitionOf } from '../../payments/partition.ts';
import { type Transaction, transactionOf } from '../../payments/transaction.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import { isPreviousSeries, type PreviousSeries, previousSeriesOf } from '../../webhooks/resend/previous-series.ts';
import type { Fault } from './violation.ts';

/** The items of one transaction, without the receivers' answers, which expire. */
export interface Stored {
  transaction: Transaction;
  /** The mark of the main item in the index of undelivered events. */
  undeliveredKey?: string | undefined;
  /** The series of attempts that a resend has ended. */
  series: readonly PreviousSeries[];
  refunds: readonly Refund[];
  exceptions: readonly StoredException[];
}

/** `listedAs`: its mark in the index of exceptions, open and closed. */
export type StoredException = ExceptionRecord & { listedAs?: string | undefined };

/** Parses the items of a partition; undefined without a main item. Throws on an item that does not fit its schema. */
export function storedOf(items: readonly Attributes[]): Stored | undefined {
  const found = partitionOf(items);
  return (
    found && {
      transaction: transactionOf(found.main),
      undeliveredKey: found.main.undeliveredKey?.S,
      series: found.items(isPreviousSeries, previousSeriesOf),
      refunds: found.items(isRefund, refundOf),
      exceptions: found.items(isException, (item) => ({ ...exceptionOf(item), listedAs: item.exceptionKey?.S })),
    }
  );
}

interface Items {
  items(transactionId: string, consistent: boolean): Promise<Attributes[]>;
}

/** Reads a transaction. What an eventually consistent read does not find, or cannot parse, is read strongly. */
export async function readStored(
  table: Items,
  transactionId: string,
  consistent = false,
): Promise<Stored | 'unreadable' | undefined> {
  const items = await table.items(transactionId, consistent);
  const stored = parsed(items);
  const isSure = consistent || (stored !== undefined && stored !== 'unreadable');
  return isSure ? stored : readStored(table, transactionId, true);
}

function parsed(items: readonly Attributes[]): Stored | 'unreadable' | undefined {
  try {
    return storedOf(items);
  } catch {
    return 'unreadable';
  }
}

/** The faults that a strong read confirms: a write may have come between two reads. */
export async function confirmedFaults(
  table: Items,
  stored: Stored,
  faultsIn: (stored: Stored) => Fault[],
): Promise<Fault[]> {
  if (faultsIn(stored).length === 0) return [];
  const again = await readStored(table, stored.transaction.transactionId, true);
  return again === undefined || again === 'unreadable' ? [] : faultsIn(again);
}
