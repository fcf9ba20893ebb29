import type { LogFields } from '../../runtime/logger.ts';

/** Where money and record disagree, or the bank does not decide: for a person to look at (decision D9, invariant 9). */
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

/** The log line by which an alarm counts recorded exceptions. */
export const EXCEPTION_LINE = 'payment exception';

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
  /** What tells it from another of its kind about the same payment of the bank; absent where there can be one only. */
  occurrence?: string;
  /** The bank's name and time of the movement of money, where it gives them. */
  operationId?: string;
  bankTime?: number;
  /** The bank's words, or a sum in another currency; no personal data. */
  detail?: string;
  /** The transaction of the same order that was paid before (`order-paid-twice`). */
  siblingId?: string;
}

/** What tells a reported movement from others that are on record; used for that, and not kept. */
export interface MovementContext {
  /** Which one it is of several alike that a list of the bank has beside the payment; the first where it is absent. */
  rank?: number;
  /** It is certainly not the payment itself: one that is on record as too much becomes this. */
  isAnother?: true;
  /** What paid the transaction, where that was more than was asked for: the record of its excess is of no other money. */
  paidWith?: { bankId: string; cents: number; operationId?: string | undefined };
}

/** Writes an exception once, however often it is reported. Answers whether it is news that someone must be told of. */
export type RecordException = (exception: PaymentException, context?: MovementContext) => Promise<boolean>;

export interface ExceptionDependencies {
  recordException: RecordException;
  logger: { warn(message: string, fields?: LogFields): void };
}

/** Records an exception and, when it is news, writes the line that sounds the alarm. */
export async function openException(
  { recordException, logger }: ExceptionDependencies,
  exception: PaymentException,
  context: MovementContext = {},
): Promise<void> {
  const isNews = await recordException(exception, context);
  const { kind, transactionId, merchantId, bankAccount } = exception;
  if (isNews) logger.warn(EXCEPTION_LINE, { kind, transactionId, merchantId, bankAccount });
}
