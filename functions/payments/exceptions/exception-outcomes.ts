import { isExact } from '../../banking/movement.ts';
import type { ExceptionKind, PaymentException } from './exception.ts';

/** Outcome of a closed exception: money returned; money kept; goods shipped; not a payment of this service. */
export const EXCEPTION_OUTCOMES = ['refunded', 'kept', 'shipped', 'not-ours'] as const;
export type ExceptionOutcome = (typeof EXCEPTION_OUTCOMES)[number];

/** The fields of an exception that identify its payment. */
export interface AboutPayment {
  kind: ExceptionKind;
  transactionId: string;
  bankId: string;
  operationId?: string | undefined;
  exceptionId: string;
  receivedCents: number | null;
}

/**
 * Names the payment of an exception. `late` and `order-paid-twice` are about the payment that made the transaction
 * paid; `overpaid` is too, if attempt and amount match. The other kinds are about separate money, named by the exact
 * name of the bank's movement where it is known.
 */
export function paymentOf(about: AboutPayment): string {
  const { kind, transactionId, bankId, operationId, exceptionId } = about;
  if (kind === 'late' || kind === 'overpaid' || kind === 'order-paid-twice') {
    return `${transactionId} ${paymentName(about)}`;
  }
  if (kind === 'unknown-refund') return `${transactionId} ${exceptionId}`;
  const isNamed = operationId !== undefined && isExact(operationId);
  return `${transactionId} ${bankId} ${isNamed ? operationId : exceptionId}`;
}

/**
 * Names the payment that made a transaction paid, by its attempt and its amount. An excess of the same attempt and
 * amount belongs to that payment; any other is money beside it.
 */
export function paymentName({ bankId, receivedCents }: Pick<PaymentException, 'bankId' | 'receivedCents'>): string {
  return `${bankId} paid ${receivedCents}`;
}

/** Count and amounts of the closed exceptions with one outcome. */
export interface OutcomeSum {
  outcome: ExceptionOutcome;
  count: number;
  /** Money counted at this outcome; each payment is counted once. */
  cents: number;
  /** Money with this outcome that is counted at an earlier one. */
  centsElsewhere: number;
}

/**
 * Sums of closed exceptions. Each payment is counted once, at its first outcome in the order of `EXCEPTION_OUTCOMES`.
 */
export function outcomeSums(closed: readonly (AboutPayment & { outcome: ExceptionOutcome })[]): OutcomeSum[] {
  const countedAt = new Map<string, ExceptionOutcome>();
  return EXCEPTION_OUTCOMES.flatMap((outcome) => {
    const matching = closed.filter((each) => each.outcome === outcome);
    const sum: OutcomeSum = { outcome, count: matching.length, cents: 0, centsElsewhere: 0 };
    for (const each of matching) {
      const at = countedAt.get(paymentOf(each));
      if (at === undefined) sum.cents += each.receivedCents ?? 0;
      else if (at !== outcome) sum.centsElsewhere += each.receivedCents ?? 0;
      if (at === undefined && each.receivedCents !== null) countedAt.set(paymentOf(each), outcome);
    }
    return matching.length === 0 ? [] : [sum];
  });
}
