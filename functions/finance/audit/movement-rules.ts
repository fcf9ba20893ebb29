import { besidePayment } from '../../payments/exceptions/exception-sums.ts';
import type { Kept } from './kept.ts';

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
  kept: Kept | undefined,
  bankIds: readonly string[],
): Movement[] {
  const payments = (kept ? paymentRecords(kept, bankIds) : []).map(({ amountCents }) => amountCents);
  const returns = (kept?.refunds ?? []).map(({ amountCents }) => amountCents);
  returns.push(
    ...(kept?.exceptions ?? []).filter(({ kind }) => kind === 'unknown-refund').map((each) => each.receivedCents),
  );
  const exact = movements.filter(({ kind, amountCents }) => !take(kind === 'refund' ? returns : payments, amountCents));
  return exact.filter(({ kind }) => !take(kind === 'refund' ? returns : payments, null));
}

/**
 * The recorded payments of one transaction that the bank's list of these starts lacks: the other direction. A movement
 * whose amount is not readable accounts for any record.
 */
export function unlisted(movements: readonly Movement[], kept: Kept, bankIds: readonly string[]): PaymentRecord[] {
  const listed = movements.filter(({ kind }) => kind === 'payment').map(({ amountCents }) => amountCents);
  const records = paymentRecords(kept, bankIds).filter(({ amountCents }) => amountCents !== null);
  return records.filter(({ amountCents }) => !take(listed, amountCents)).filter(() => !take(listed, null));
}

/** A payment on our record. */
export interface PaymentRecord {
  /** Null where the sum is not known. */
  amountCents: number | null;
  /** When it was recorded, in milliseconds since the epoch. */
  recordedAtMs: number;
}

function paymentRecords({ transaction, exceptions }: Kept, bankIds: readonly string[]): PaymentRecord[] {
  const { status, paidCents, amountCents, paidBy, attempts, settlements } = transaction;
  const paidBankId = status === 'paid' ? attempts[paidBy ?? -1]?.bankId : undefined;
  const isPaidHere = bankIds.includes(paidBankId ?? '');
  const recordedAtMs = settlements.findLast((each) => each.status === 'paid')?.settledAt ?? 0;
  return [
    ...(isPaidHere ? [{ amountCents: paidCents ?? amountCents, recordedAtMs }] : []),
    ...besidePayment(exceptions, transaction)
      .filter((each) => bankIds.includes(each.bankId))
      .map((each) => ({ amountCents: each.receivedCents, recordedAtMs: each.openedAt })),
  ];
}

function take(records: (number | null)[], cents: number | null): boolean {
  const index = records.indexOf(cents);
  if (index >= 0) records.splice(index, 1);
  return index >= 0;
}
