import type { BankStatus, PaymentMethod } from '../../banking/bank.ts';
import type { Clock } from '../../runtime/clock.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Transaction } from '../transaction.ts';

/** The log line of a payment that an inquiry found and no notification. Alarms count it. */
export const FOUND_LINE = 'payment found by inquiry';

/** The log line of an inquiry that the bank did not answer. Alarms count it. */
export const UNANSWERED_LINE = 'bank inquiry unanswered';

type About = Pick<Transaction, 'transactionId' | 'bankAccount'>;

/** After this time a notification is no longer on its way. */
export const LATE_AFTER_MS = 10 * MINUTE_MS;

/** `lateMs`: how long after the bank's own time; null where the bank gave none. */
export function logFound(
  { logger, clock }: { logger: Logger; clock: Clock },
  { transactionId, bankAccount }: About,
  { method, paidAtMs }: { method: PaymentMethod; paidAtMs: number | null },
): void {
  const lateMs = paidAtMs === null ? null : clock() - paidAtMs;
  const isLate = lateMs !== null && lateMs >= LATE_AFTER_MS;
  logger.warn(FOUND_LINE, { transactionId, bankAccount, method, lateMs, isLate });
}

/** A gateway in front of the bank answers for it with these. */
const GATEWAY_STATUS = /\bHTTP (5\d\d|408|429)\b/;

export function logUnanswered({ transactionId, bankAccount }: About, status: BankStatus, logger: Logger): void {
  if (status.kind !== 'unknown') return;
  const { why, detail } = status;
  if (why === 'late' || why === 'connection' || GATEWAY_STATUS.test(detail)) {
    logger.warn(UNANSWERED_LINE, { transactionId, bankAccount, detail });
  }
}
