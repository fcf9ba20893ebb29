import { nameOf, SAME, sameMovement } from '../../banking/movement.ts';
import type { Transaction } from '../transaction.ts';
import { EXCEPTION_KINDS, type ExceptionKind, type PaymentException } from './exception.ts';
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
  return `${transactionId} ${bankId} ${nameOf(operationId).isExact ? operationId : exceptionId}`;
}

/**
 * Names the payment that made a transaction paid, by its attempt and its amount. An excess of the same attempt and
 * amount belongs to that payment; any other is money beside it.
 */
export function paymentName({ bankId, receivedCents }: Pick<PaymentException, 'bankId' | 'receivedCents'>): string {
  return `${bankId} paid ${receivedCents}`;
}

/** What says which payment made a transaction paid. */
type Payment = Pick<Transaction, 'status' | 'attempts' | 'paidBy' | 'paidCents' | 'paidOperation'>;

type OfMoney = Pick<PaymentException, 'kind' | 'bankId' | 'receivedCents'> & { operationId?: string | undefined };

/**
 * Cents received beyond what was due, negative for less. A late payment, an excess, and a part while nothing else has
 * paid are compared with the amount requested; of other money nothing was due. Another report of the payment is no
 * further money: 0. Null where no sum in EUR is known.
 */
export function differenceCents(
  exception: OfMoney & Pick<PaymentException, 'expectedCents'>,
  transaction: Payment | undefined,
): number | null {
  const { kind, expectedCents, receivedCents } = exception;
  if (receivedCents === null) return null;
  const isCompared =
    kind === 'late' ||
    (kind === 'underpaid' && transaction?.status !== 'paid') ||
    (kind === 'overpaid' && hasPaid(exception, transaction));
  if (isCompared) return expectedCents === null ? receivedCents : receivedCents - expectedCents;
  return isOfOwnMoney(kind) && transaction && isReportOfPayment(exception, transaction) ? 0 : receivedCents;
}

/** Whether the payment reported as too much is the one that paid; otherwise all of it is beside the payment. */
function hasPaid(
  { bankId, receivedCents }: Pick<PaymentException, 'bankId' | 'receivedCents'>,
  transaction: Payment | undefined,
): boolean {
  if (transaction?.status !== 'paid' || transaction.paidBy === undefined) return false;
  return transaction.attempts[transaction.paidBy]?.bankId === bankId && transaction.paidCents === receivedCents;
}

/** Exceptions that stand for money of their own; the other kinds are about money that is recorded otherwise. */
const OF_OWN_MONEY: readonly ExceptionKind[] = [
  'paid-twice',
  'overpaid',
  'underpaid',
  'foreign-currency',
  'unclear-payment',
  'unknown-payment',
];

/** Whether an exception of this kind stands for money of its own. */
export function isOfOwnMoney(kind: ExceptionKind): boolean {
  return OF_OWN_MONEY.includes(kind);
}

/**
 * The transaction's exceptions of money beside its payment; the excess of the payment itself is part of its sum. Of one
 * movement, by its exact name, a bank can report several amounts: that of the payment counts, else the greatest.
 */
export function besidePayment<Exception extends OfMoney>(
  exceptions: readonly Exception[],
  transaction: Payment,
): Exception[] {
  const payment = exceptions.find((each) => each.kind === 'overpaid' && hasPaid(each, transaction));
  const counted = new Set<string>();
  return exceptions
    .filter((each) => each !== payment && isOfOwnMoney(each.kind) && !isReportOfPayment(each, transaction))
    .toSorted((one, other) => (other.receivedCents ?? 0) - (one.receivedCents ?? 0))
    .filter(({ bankId, operationId }) => {
      const movement = `${bankId} ${operationId}`;
      const isCounted = nameOf(operationId).isExact && counted.has(movement);
      counted.add(movement);
      return !isCounted;
    });
}

/**
 * Whether an exception is another report of the payment, by the exact name. A push is paid once: an amount that was
 * reported before it was paid is of the payment, unless the names contradict it.
 */
function isReportOfPayment({ kind, bankId, operationId }: OfMoney, transaction: Payment): boolean {
  const { status, attempts, paidBy = -1, paidOperation } = transaction;
  const paid = attempts[paidBy];
  if (status !== 'paid' || paid?.bankId !== bankId) return false;
  const isOfPush = paid.method === 'MBWAY' && (kind === 'underpaid' || kind === 'overpaid');
  return sameMovement(nameOf(paidOperation), nameOf(operationId)) >= (isOfPush ? SAME.possible : SAME.certain);
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
      for (const { payment, cents } of ofKind) {
        sum.cents += cents - Math.min(cents, counted.get(payment) ?? 0);
        sum.centsElsewhere += Math.min(cents, countedBefore.get(payment) ?? 0);
      }
      for (const { payment, cents } of ofKind) counted.set(payment, Math.max(cents, counted.get(payment) ?? 0));
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
