import { type PaymentRecord, paymentRecords } from './money-rules.ts';
import type { Stored } from './stored.ts';

/** A movement of money in a bank's list or file. */
export interface Movement {
  kind: 'payment' | 'refund';
  /** Null where the amount is not readable. */
  amountCents: number | null;
  atMs: number | null;
}

/**
 * The movements of the bank's list of one transaction that have no record (invariant 9). Each record accounts for one
 * movement of its sum; one whose sum is unknown accounts for any. `bankIds` are the starts that the list is of.
 */
export function unrecorded(
  movements: readonly Movement[],
  stored: Stored | undefined,
  bankIds: readonly string[],
): Movement[] {
  const payments = (stored ? recordsOf(stored, bankIds) : []).map(({ amountCents }) => amountCents);
  const { refunds = [], exceptions = [] } = stored ?? {};
  const unclear = exceptions.filter(({ kind }) => kind === 'unknown-refund');
  // One beside its refund is no movement of its own.
  const alone = unclear.filter(
    ({ bankId, receivedCents }) =>
      !refunds.some(({ refundId, amountCents }) => refundId === bankId && amountCents === receivedCents),
  );
  const returns = [...refunds.map((each) => each.amountCents), ...alone.map((each) => each.receivedCents)];
  const exact = movements.filter(
    ({ kind, amountCents }) => !removeOne(kind === 'refund' ? returns : payments, amountCents),
  );
  return exact.filter(({ kind }) => !removeOne(kind === 'refund' ? returns : payments, null));
}

/**
 * The recorded payments of one transaction that the bank's list of these starts lacks: the other direction. A movement
 * whose amount is not readable accounts for any record.
 */
export function unlisted(movements: readonly Movement[], stored: Stored, bankIds: readonly string[]): PaymentRecord[] {
  const listed = movements.filter(({ kind }) => kind === 'payment').map(({ amountCents }) => amountCents);
  const records = recordsOf(stored, bankIds).filter(({ amountCents }) => amountCents !== null);
  return records.filter(({ amountCents }) => !removeOne(listed, amountCents)).filter(() => !removeOne(listed, null));
}

function recordsOf(stored: Stored, bankIds: readonly string[]): PaymentRecord[] {
  return paymentRecords(stored).filter(({ bankId }) => bankIds.includes(bankId));
}

function removeOne(records: (number | null)[], cents: number | null): boolean {
  const index = records.indexOf(cents);
  if (index >= 0) records.splice(index, 1);
  return index >= 0;
}
