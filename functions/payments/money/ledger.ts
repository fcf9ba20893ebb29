import type { ExceptionRecord } from '../exceptions/exception-record.ts';
import { besidePayment } from '../exceptions/exception-sums.ts';
import type { Transaction } from '../transaction.ts';
import { byTimeMade, type Refund } from './refund.ts';

/** What is on record about the money of one transaction. */
export interface Records {
  transaction: Transaction;
  exceptions: readonly ExceptionRecord[];
  refunds: readonly Refund[];
}

/** The money of one transaction, in cents. It depends on what is on record, never on the order of the reports. */
export interface Ledger {
  receivedCents: number;
  returnedCents: number;
  /** Cents of each refund, by its id, that return none of the payment: money beyond it, or more than was received. */
  excessOf: ReadonlyMap<string, number>;
}

/**
 * Folds the records of one transaction (decisions D9 and 0033). What was received beyond the payment is returned first:
 * by the refunds in the order in which they were made, not in that of their reports. What a refund returns beyond
 * everything received is none of the payment either. A refund without a readable amount counts as 0.
 */
export function ledgerOf({ transaction, exceptions, refunds }: Records): Ledger {
  const { status, amountCents, paidCents = amountCents } = transaction;
  const isPaid = status === 'paid';
  // Before it is paid, everything received is beyond the payment.
  const paymentCents = isPaid ? amountCents : 0;
  const besideCents = besidePayment(exceptions, transaction).reduce((sum, each) => sum + (each.receivedCents ?? 0), 0);
  const receivedCents = (isPaid ? paidCents : 0) + besideCents;
  const beyondCents = receivedCents - paymentCents;
  /** What refunds of `cents` in all return of the payment. */
  const ofPayment = (cents: number) => Math.min(paymentCents, Math.max(0, cents - beyondCents));
  const excessOf = new Map<string, number>();
  let returnedCents = 0;
  for (const refund of [...refunds].sort(byTimeMade)) {
    const cents = refund.amountCents ?? 0;
    const ofThis = ofPayment(returnedCents + cents) - ofPayment(returnedCents);
    excessOf.set(refund.refundId, cents - ofThis);
    returnedCents += cents;
  }
  return { receivedCents, returnedCents, excessOf };
}

/**
 * Whether a person must review a refund: with it more was returned than received, and by more than the other refunds
 * that have an exception `unknown-refund`. An exception that is closed explains nothing of a new refund. A refund
 * without a readable amount proves a payment too.
 */
export function isBeyondReceived(refund: Refund, records: Records, isNew: boolean): boolean {
  const { receivedCents, returnedCents } = ledgerOf(records);
  if (refund.amountCents === null) return receivedCents === 0;
  const isExplained = ({ refundId }: Refund) =>
    records.exceptions.some(
      ({ kind, bankId, state }) => kind === 'unknown-refund' && bankId === refundId && (!isNew || state === 'open'),
    );
  const others = records.refunds.filter(({ refundId }) => refundId !== refund.refundId);
  const explained = others.filter(isExplained).reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
  return returnedCents - receivedCents > explained;
}

/**
 * Whether an exception `unknown-refund` is of a refund that is on record, and what is now on record as received covers
 * everything that was returned: the payment was reported later than its refund.
 */
export function isCoveredSince({ kind, bankId, receivedCents }: ExceptionRecord, records: Records): boolean {
  const isRecorded = records.refunds.some(
    ({ refundId, amountCents }) => refundId === bankId && amountCents === receivedCents,
  );
  if (kind !== 'unknown-refund' || !isRecorded) return false;
  const { receivedCents: received, returnedCents } = ledgerOf(records);
  return returnedCents <= received;
}
