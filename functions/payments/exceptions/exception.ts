import type { PaymentMethod } from '../../banking/bank.ts';
import type { LogFields } from '../../runtime/logger.ts';
import type { Transaction } from '../transaction.ts';

/**
 * Cases in which money and record disagree or the bank does not decide; a person handles them (decision D9, invariant
 * 9). The first three record money of their own, each movement once: other money received. The others are questions about
 * money that is recorded elsewhere or not confirmed.
 */
export const MONEY_EXCEPTION_KINDS = ['paid-twice', 'underpaid', 'unknown-payment'] as const;
export const EXCEPTION_KINDS = [
  ...MONEY_EXCEPTION_KINDS,
  'late',
  'overpaid',
  'order-paid-twice',
  'bank-undecided',
  'unclear-payment',
  'unknown-refund',
] as const;
export type MoneyExceptionKind = (typeof MONEY_EXCEPTION_KINDS)[number];
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** The merchant of an exception or movement that belongs to none: a payment or refund that this service does not know. */
export const NO_MERCHANT = '-';

/** Prefix of the sort key of exceptions, under the transaction's partition or under `foreign_` and the bank's id. */
export const EXCEPTION_PREFIX = 'exception#';

/** The log line by which an alarm counts exceptions. */
export const EXCEPTION_LINE = 'exception opened';

/** The start that an exception is about, and the notification that reported it. */
export interface AboutStart {
  /** The transaction, or of an unknown payment or refund `foreign_` and the bank's id. */
  transactionId: string;
  merchantId: string | null;
  bankAccount: string;
  bankId: string;
  noticeId: string | null;
  expectedCents: number | null;
}

/** A question that records no money. */
export interface Question extends AboutStart {
  kind: Exclude<ExceptionKind, MoneyExceptionKind>;
  /** Distinguishes it from others of its kind about the same start; absent where there can be only one. */
  occurrence?: string;
  reportedCents?: number;
  paymentMethod?: PaymentMethod;
  operationId?: string;
  bankTime?: number;
  /** The bank's words; no personal data. */
  detail?: string;
  /** The transaction of the same order that was paid first (`order-paid-twice`). */
  siblingId?: string;
}

/** What each exception of a transaction says of it. */
export function aboutPayment({ transactionId, merchantId, bankAccount, amountCents }: Transaction) {
  return { transactionId, merchantId, bankAccount, expectedCents: amountCents, noticeId: null };
}

/** Records a question once, however often it is asked. Whether it is new and must be logged. */
export type RecordQuestion = (question: Question) => Promise<boolean>;

export interface ExceptionDependencies {
  recordQuestion: RecordQuestion;
  logger: { warn(message: string, fields?: LogFields): void };
}

/** The fields of the log line that triggers the alarm. */
export function logOpened(
  { logger }: Pick<ExceptionDependencies, 'logger'>,
  {
    kind,
    transactionId,
    merchantId,
    bankAccount,
  }: Pick<Question, 'transactionId' | 'merchantId' | 'bankAccount'> & {
    kind: ExceptionKind;
  },
): void {
  logger.warn(EXCEPTION_LINE, { kind, transactionId, merchantId, bankAccount });
}

/** Opens an exception that records no money, and, if it is new, writes the log line that triggers the alarm. */
export async function openException(dependencies: ExceptionDependencies, question: Question): Promise<void> {
  if (await dependencies.recordQuestion(question)) logOpened(dependencies, question);
}
