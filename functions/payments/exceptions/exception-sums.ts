import { nameOf } from '../../banking/movement.ts';
import { isOfExcess, isReportOfPayment, type Movement, type Payment } from '../money/payment-record.ts';
import { EXCEPTION_KINDS, type ExceptionKind, type PaymentException } from './exception.ts';
import { EXCEPTION_FACTS } from './exception-facts.ts';
import { EXCEPTION_OUTCOMES, type ExceptionOutcome } from './exception-outcomes.ts';

/** The fields of an exception that identify its payment. */
export interface AboutPayment {
  kind: ExceptionKind;
  transactionId: string;
  bankId: string;
  operationId?: string | undefined;
  exceptionId: string;
  receivedCents: number | null;
}

/** Kinds about the payment that made the transaction paid. Two of one kind and amount are two payments. */
const OF_THE_PAYMENT: readonly ExceptionKind[] = ['late', 'overpaid', 'order-paid-twice'];

/**
 * Names the payment of an exception. `late` and `order-paid-twice` are about the payment that made the transaction
 * paid; `overpaid` is too, if attempt and amount match. The other kinds are about separate money, named by the exact
 * name of the bank's movement where it is known.
 */
export function paymentOf(about: AboutPayment): string {
  const { kind, transactionId, bankId, operationId, exceptionId } = about;
  if (OF_THE_PAYMENT.includes(kind)) {
    return `${transactionId} ${paymentName(about)}`;
  }
  if (kind === 'unknown-refund') return `${transactionId} ${exceptionId}`;
  return `${transactionId} ${bankId} ${nameOf(operationId).isExact ? operationId : exceptionId}`;
}

/**
 * Names the payment that made a transaction paid, by its attempt and its amount. An excess of the same attempt and
 * amount belongs to that payment; any other is money beside it.
 */
function paymentName({ bankId, receivedCents }: Pick<PaymentException, 'bankId' | 'receivedCents'>): string {
  return `${bankId} paid ${receivedCents}`;
}

/**
 * Cents received beyond what was due, negative for less. A late payment, an excess, and a part while nothing else has
 * paid are compared with the amount requested; of other money nothing was due. Another report of the payment is no
 * further money: 0. Null where no sum in EUR is known.
 */
export function differenceCents(
  exception: Movement & Pick<PaymentException, 'expectedCents'>,
  transaction: Payment | undefined,
): number | null {
  const { kind, expectedCents, receivedCents } = exception;
  if (receivedCents === null) return null;
  const isCompared =
    kind === 'late' ||
    (kind === 'underpaid' && transaction?.status !== 'paid') ||
    (transaction !== undefined && isOfExcess(exception, transaction));
  if (isCompared) return expectedCents === null ? receivedCents : receivedCents - expectedCents;
  return EXCEPTION_FACTS[kind].isOwnMoney && transaction && isReportOfPayment(exception, transaction)
    ? 0
    : receivedCents;
}

/**
 * The transaction's exceptions of money beside its payment; the excess of the payment itself is part of its sum. Of one
 * movement, by its exact name, a bank can report several amounts: that of the payment counts, else the greatest.
 */
export function besidePayment<Exception extends Movement>(
  exceptions: readonly Exception[],
  transaction: Payment,
): Exception[] {
  const excesses = exceptions.filter((each) => isOfExcess(each, transaction));
  const excess = excesses.find((each) => isReportOfPayment(each, transaction)) ?? excesses[0];
  const counted = new Set<string>();
  return exceptions
    .filter((each) => each !== excess && EXCEPTION_FACTS[each.kind].isOwnMoney && !isReportOfPayment(each, transaction))
    .toSorted((one, other) => (other.receivedCents ?? 0) - (one.receivedCents ?? 0))
    .filter(({ bankId, operationId }) => {
      const movement = `${bankId} ${operationId}`;
      const isCounted = nameOf(operationId).isExact && counted.has(movement);
      counted.add(movement);
      return !isCounted;
    });
}

/** An exception with the cents that a sum counts of it; null where none are known. */
export type Counted = AboutPayment & { cents: number | null };

/**
 * Sums of groups of exceptions, such as kinds or outcomes, in the given order. Cents of a payment are counted once: at
 * the first group, and within a group at the first of the payment's kinds. `centsElsewhere` are those of an earlier
 * group.
 */
export function sumsOnce(groups: readonly (readonly Counted[])[]): { cents: number; centsElsewhere: number }[] {
  const counted = new Map<string, number>();
  return groups.map((group) => {
    const countedBefore = new Map(counted);
    const sum = { cents: 0, centsElsewhere: 0 };
    for (const kind of EXCEPTION_KINDS) {
      const ofKind = group
        .filter((each) => each.kind === kind)
        .map((each) => ({ payment: paymentOf(each), cents: each.cents ?? 0 }));
      const count = ({ payment, cents }: (typeof ofKind)[number]) =>
        counted.set(payment, Math.max(cents, counted.get(payment) ?? 0));
      for (const each of ofKind) {
        const { payment, cents } = each;
        sum.cents += cents - Math.min(cents, counted.get(payment) ?? 0);
        sum.centsElsewhere += Math.min(cents, countedBefore.get(payment) ?? 0);
        // Of one movement a bank can report several amounts: the greatest counts.
        if (!OF_THE_PAYMENT.includes(kind)) count(each);
      }
      ofKind.forEach(count);
    }
    return sum;
  });
}

/** Count and cents of the closed exceptions with one outcome; see `sumsOnce`. */
export interface OutcomeSum {
  outcome: ExceptionOutcome;
  count: number;
  cents: number;
  centsElsewhere: number;
}

/** Sums of closed exceptions, in the order of `EXCEPTION_OUTCOMES`. */
export function outcomeSums(closed: readonly (Counted & { outcome: ExceptionOutcome })[]): OutcomeSum[] {
  const groups = EXCEPTION_OUTCOMES.map((outcome) => closed.filter((each) => each.outcome === outcome));
  const sums = sumsOnce(groups);
  return EXCEPTION_OUTCOMES.flatMap((outcome, index) => {
    const [count, sum] = [groups[index]?.length ?? 0, sums[index]];
    return count > 0 && sum ? [{ outcome, count, ...sum }] : [];
  });
}
