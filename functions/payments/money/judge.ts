import { type MoneyStatus, receivedCentsOf, reportsMoney } from '../../banking/bank.ts';
import { isMoreExact, nameOf, SAME, sameMovement } from '../../banking/movement.ts';
import type { ExceptionKind } from '../exceptions/exception.ts';
import type { SettledAttempt, Settling } from '../settle/settle.ts';
import { BANK_CLOCK_MS } from '../times.ts';
import type { Transaction } from '../transaction.ts';
import type { BankReport } from './report.ts';

/** What a bank's report means for a transaction. Exceptions are recorded before the settling write. */
export type Verdict =
  | { kind: 'settle'; settling: Settling; exceptions: ExceptionKind[] }
  | { kind: 'exception'; exceptions: ExceptionKind[] }
  /** The push was sent or the reference issued; it may still be paid. */
  | { kind: 'waiting'; index: number }
  /** Registered at the bank and never started there. */
  | { kind: 'not-started'; index: number }
  /** The known payment, reported with a more exact name of its movement, which is to be stored. */
  | { kind: 'same-payment'; index: number; operationId: string; exceptions: ExceptionKind[] }
  /** No change: a repeat, a refusal of an attempt that is not live, or a bank that does not know. */
  | { kind: 'nothing'; detail: string };

/** The exceptions that a verdict opens. */
export function exceptionsOf(verdict: Verdict): readonly ExceptionKind[] {
  const { kind } = verdict;
  return kind === 'settle' || kind === 'exception' || kind === 'same-payment' ? verdict.exceptions : [];
}

/**
 * Judges a report (decisions D9, D10, D20). On an attempt that is not live only money has an effect. Of several
 * movements in one list each must be compared with all records: `isOneOfSeveral` is no repeat by its name alone.
 */
export function judge(transaction: Transaction, { bankId, status }: BankReport, isOneOfSeveral = false): Verdict {
  const index = transaction.attempts.findIndex((attempt) => attempt.bankId === bankId);
  const known = transaction.attempts[index];
  if (!known) {
    if (reportsMoney(status)) return exception('unknown-payment');
    return { kind: 'nothing', detail: 'no attempt has this bank id' };
  }
  const attempt = { index, bankId, method: known.method };
  if (reportsMoney(status)) return judgeMoney(transaction, attempt, status, isOneOfSeveral);
  if (status.kind === 'unknown') return { kind: 'nothing', detail: status.detail };
  if (transaction.status !== 'pending' || transaction.liveAttempt !== index) {
    return { kind: 'nothing', detail: `${status.kind}, attempt is not live` };
  }
  if (status.kind === 'refused') {
    const cause = status.by === 'customer' ? 'customer-refused' : 'bank-refused';
    return { kind: 'settle', settling: { ...asJudged(transaction), cause, attempt }, exceptions: [] };
  }
  if (status.kind === 'expired') {
    const cause = status.abandoned ? 'abandoned' : 'expired';
    return { kind: 'settle', settling: { ...asJudged(transaction), cause, attempt }, exceptions: [] };
  }
  return { kind: status.kind, index };
}

/** The exception for money that is not a complete payment in euros. */
const INCOMPLETE_KINDS = {
  partial: 'underpaid',
  'foreign-currency': 'foreign-currency',
  odd: 'unclear-payment',
} as const satisfies Record<Exclude<MoneyStatus['kind'], 'paid'>, ExceptionKind>;

function judgeMoney(
  transaction: Transaction,
  attempt: SettledAttempt,
  report: MoneyStatus,
  isOneOfSeveral: boolean,
): Verdict {
  const { amountCents, status: from } = transaction;
  if (from === 'paid') return judgeMoreMoney(transaction, attempt, report, isOneOfSeveral);
  if (report.kind !== 'paid') return exception(INCOMPLETE_KINDS[report.kind]);
  if (report.amountCents < amountCents) return exception('underpaid');
  const exceptions: ExceptionKind[] = [];
  if (from !== 'pending') exceptions.push('late');
  if (report.amountCents > amountCents) exceptions.push('overpaid');
  const { paidAtMs, operationId } = report;
  const paid = {
    amountCents,
    paidAtMs,
    ...(operationId !== undefined && { operationId }),
    ...(report.amountCents > amountCents && { receivedCents: report.amountCents }),
  };
  return { kind: 'settle', settling: { ...asJudged(transaction), cause: 'bank-confirmed', attempt, paid }, exceptions };
}

/** Detail of the verdict on a payment that is already recorded. */
export const REPEAT = 'payment is already recorded';

function judgeMoreMoney(
  transaction: Transaction,
  attempt: SettledAttempt,
  report: MoneyStatus,
  isOneOfSeveral: boolean,
): Verdict {
  if (transaction.paidBy !== attempt.index) return exception('paid-twice');
  if (isOneOfSeveral || !isRepeat(transaction, attempt, report)) {
    return exception(report.kind === 'odd' ? 'unclear-payment' : 'paid-twice');
  }
  const { amountCents, paidCents = amountCents, paidOperation } = transaction;
  const receivedCents = receivedCentsOf(report);
  // Two amounts for one movement: the bank's reports contradict each other.
  if (receivedCents !== null && receivedCents !== paidCents) return exception('unclear-payment');
  const { operationId } = report;
  if (operationId === undefined || !isMoreExact(nameOf(operationId), nameOf(paidOperation)))
    return { kind: 'nothing', detail: REPEAT };
  // The record of the excess gets the more exact name too.
  const exceptions: ExceptionKind[] = paidCents > amountCents ? ['overpaid'] : [];
  return { kind: 'same-payment', index: attempt.index, operationId, exceptions };
}

/**
 * Whether money on the paid attempt is the known payment, reported again. The name of the movement decides where both
 * have one. A push is paid once, so another time or amount proves nothing. A reference can be paid again: amount and
 * time must match, as far as both are known.
 */
function isRepeat(transaction: Transaction, { method }: SettledAttempt, report: MoneyStatus): boolean {
  const { paidOperation, paidAt, paidAtIsOurs, amountCents, paidCents = amountCents } = transaction;
  const [known, reported] = [nameOf(paidOperation), nameOf(report.operationId)];
  if (known.text !== undefined && reported.text !== undefined) return sameMovement(known, reported) >= SAME.possible;
  if (method === 'MBWAY') return report.kind === 'paid' || report.kind === 'partial';
  if (report.kind !== 'paid' || report.amountCents !== paidCents) return false;
  if (report.paidAtMs === null) return true;
  // `paidAt` is the time of our inquiry: a later movement is another payment.
  if (paidAtIsOurs) return report.paidAtMs <= (paidAt ?? 0) + BANK_CLOCK_MS;
  return report.paidAtMs === paidAt;
}

/** The facts of the transaction that the condition of the settling write tests. */
function asJudged({ transactionId, status, liveAttempt, bankAccount, dueAt, refunds, settlements }: Transaction) {
  const hasRefunds = refunds !== undefined;
  const settledAt = settlements.at(-1)?.settledAt;
  return { transactionId, from: status, liveAttempt, bankAccount, dueAt, settledAt, ...(hasRefunds && { hasRefunds }) };
}

function exception(kind: ExceptionKind): Verdict {
  return { kind: 'exception', exceptions: [kind] };
}
