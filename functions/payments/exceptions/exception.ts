import type { MovementName } from '../../banking/movement.ts';
import type { LogFields } from '../../runtime/logger.ts';
import type { Transaction } from '../transaction.ts';

/**
 * Cases in which money and record disagree or the bank does not decide; a person handles them (decision D9, invariant
 * 9).
 */
export const EXCEPTION_KINDS = [
  'late',
  'paid-twice',
  'order-paid-twice',
  'underpaid',
  'overpaid',
  'foreign-currency',
  'unclear-payment',
  'bank-undecided',
  'unknown-payment',
  'unknown-refund',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** Prefix of the sort key of exceptions, under the transaction's partition or under `foreign_` and the bank's id. */
export const EXCEPTION_PREFIX = 'exception#';

/** The log line by which an alarm counts exceptions. */
export const EXCEPTION_LINE = 'exception opened';

/** An exception to be recorded. */
export interface PaymentException {
  kind: ExceptionKind;
  /** The transaction, or for a foreign payment `foreign_` and the bank's id. */
  transactionId: string;
  merchantId: string | null;
  bankAccount: string;
  bankId: string;
  noticeId: string | null;
  expectedCents: number | null;
  receivedCents: number | null;
  /** Distinguishes it from others of its kind about the same payment; absent where there can be only one. */
  occurrence?: string;
  /** The bank's name and time of the movement, where it gives them. */
  operationId?: string;
  bankTime?: number;
  /** The bank's description, or an amount in another currency; no personal data. */
  detail?: string;
  /** The transaction of the same order that was paid first (`order-paid-twice`). */
  siblingId?: string;
}

/** What each exception of a transaction says of it. What was received, and by which report, is not known by it. */
export function aboutPayment({ transactionId, merchantId, bankAccount, amountCents }: Transaction) {
  const facts = { transactionId, merchantId, bankAccount, expectedCents: amountCents };
  return { ...facts, noticeId: null, receivedCents: null } satisfies Partial<PaymentException>;
}

/** Facts that distinguish a reported movement from recorded ones; they are not stored. */
export interface MovementContext {
  /**
   * It is an entry of the bank's list of one start: the names of all entries, and the payment, if it is one of them.
   */
  listed?: {
    names: readonly MovementName[];
    index: number;
    payment?: { cents: number; name: MovementName };
  };
  /** It is certainly not the payment: an existing record `overpaid` of it becomes this exception. */
  isAnother?: true;
  /** The transaction: the record of the excess of its payment matches no other money. */
  transaction?: Transaction;
}

/** Records an exception once, however often it is reported. Returns whether it is new and must be logged. */
export type RecordException = (exception: PaymentException, context?: MovementContext) => Promise<boolean>;

export interface ExceptionDependencies {
  recordException: RecordException;
  logger: { warn(message: string, fields?: LogFields): void };
}

/** Records an exception and, if it is new, writes the log line that triggers the alarm. */
export async function openException(
  { recordException, logger }: ExceptionDependencies,
  exception: PaymentException,
  context: MovementContext = {},
): Promise<void> {
  const isNew = await recordException(exception, context);
  const { kind, transactionId, merchantId, bankAccount } = exception;
  if (isNew) logger.warn(EXCEPTION_LINE, { kind, transactionId, merchantId, bankAccount });
}
