import type { Movement } from '../../banking/bank.ts';
import { besidePayment } from '../../payments/exceptions/exception-sums.ts';
import type { Kept } from './kept.ts';

/**
 * The movements of the bank's list of one transaction that have no record (invariant 9). Each record accounts for one
 * movement of its sum; one whose sum is unknown accounts for any. `bankIds` are the starts that the list is of.
 */
export function unrecorded(
  movements: readonly Movement[],
  kept: Kept | undefined,
  bankIds: readonly string[],
): Movement[] {
  const payments = kept ? paymentRecords(kept, bankIds) : [];
  const returns = (kept?.refunds ?? []).map(({ amountCents }) => amountCents);
  returns.push(
    ...(kept?.exceptions ?? []).filter(({ kind }) => kind === 'unknown-refund').map((each) => each.receivedCents),
  );
  const exact = movements.filter(({ kind, amountCents }) => !take(kind === 'refund' ? returns : payments, amountCents));
  return exact.filter(({ kind }) => !take(kind === 'refund' ? returns : payments, null));
}

/** Sums of the records; null where the sum is not known. */
function paymentRecords({ transaction, exceptions }: Kept, bankIds: readonly string[]): (number | null)[] {
  const { status, paidCents, amountCents, paidBy, attempts } = transaction;
  const paidBankId = status === 'paid' ? attempts[paidBy ?? -1]?.bankId : undefined;
  const isPaidHere = bankIds.includes(paidBankId ?? '');
  return [
    ...(isPaidHere ? [paidCents ?? amountCents] : []),
    ...besidePayment(exceptions, transaction)
      .filter((each) => bankIds.includes(each.bankId))
      .map(({ receivedCents }) => receivedCents),
  ];
}

function take(records: (number | null)[], cents: number | null): boolean {
  const index = records.indexOf(cents);
  if (index >= 0) records.splice(index, 1);
  return index >= 0;
}
