import { isExact } from '../../banking/movement.ts';
import type { ExceptionKind, PaymentException } from './exception.ts';

/** How a person closed an exception: the money went back; it was kept; the goods went out for it; it was never ours. */
export const EXCEPTION_OUTCOMES = ['refunded', 'kept', 'shipped', 'not-ours'] as const;
export type ExceptionOutcome = (typeof EXCEPTION_OUTCOMES)[number];

/** What tells of which payment an exception is. */
export interface AboutPayment {
  kind: ExceptionKind;
  transactionId: string;
  bankId: string;
  operationId?: string | undefined;
  exceptionId: string;
  receivedCents: number | null;
}

/**
 * Names the payment an exception is about. Late and twice for one order are about the one payment that made the transaction
 * paid, and so is too much if start and sum are that payment's; if not, it is money of its own. The other kinds are about money
 * of their own too, which an exact name of the bank's movement tells where it is known.
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
 * Names the payment that made a transaction paid, by its attempt and its amount. An excess of the same attempt and amount
 * belongs to that payment; any other is money beside it.
 */
export function paymentName({ bankId, receivedCents }: Pick<PaymentException, 'bankId' | 'receivedCents'>): string {
  return `${bankId} paid ${receivedCents}`;
}

export interface OutcomeSum {
  outcome: ExceptionOutcome;
  count: number;
  /** Money that is counted here, so that the sums add up. */
  cents: number;
  /** Money with this outcome that is counted at an outcome before it. */
  centsElsewhere: number;
}

/** What came of closed exceptions; each payment's money once, at the first of its outcomes in the order of `EXCEPTION_OUTCOMES`. */
export function outcomeSums(closed: readonly (AboutPayment & { outcome: ExceptionOutcome })[]): OutcomeSum[] {
  const countedAt = new Map<string, ExceptionOutcome>();
  return EXCEPTION_OUTCOMES.flatMap((outcome) => {
    const those = closed.filter((each) => each.outcome === outcome);
    const sum: OutcomeSum = { outcome, count: those.length, cents: 0, centsElsewhere: 0 };
    for (const each of those) {
      // Several exceptions of one payment speak of the same money.
      const at = countedAt.get(paymentOf(each));
      if (at === undefined) sum.cents += each.receivedCents ?? 0;
      else if (at !== outcome) sum.centsElsewhere += each.receivedCents ?? 0;
      if (at === undefined && each.receivedCents !== null) countedAt.set(paymentOf(each), outcome);
    }
    return those.length === 0 ? [] : [sum];
  });
}
