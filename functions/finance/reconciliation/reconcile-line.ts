import type { Finding, Result } from './finding.ts';
import { dayRelation } from './near-midnight.ts';
import type { BankLine, OurTransaction } from './records.ts';

/**
 * What a payment in the bank's export is that is none of ours paid on the day. `isBooking`: of the lines for its
 * transaction it is the one that is the payment.
 */
export function reconcileLine(line: BankLine, transaction: OurTransaction | undefined, isBooking: boolean): Finding {
  const { result, detail } = meaning(line, transaction, isBooking);
  const exceptions = transaction?.openExceptions.map((kind) => `open exception: ${kind}`) ?? [];
  return {
    result,
    kind: 'payment',
    transaction: transaction ?? null,
    refund: null,
    line,
    ourCents: transaction?.paidAtMs == null ? null : transaction.amountCents,
    bankCents: line.grossCents,
    detail: [detail, ...exceptions].filter((text) => text !== '').join('; '),
  };
}

function meaning(
  line: BankLine,
  transaction: OurTransaction | undefined,
  isBooking: boolean,
): { result: Result; detail: string } {
  if (!transaction) return { result: 'not-ours', detail: `line ${line.lineNumber}` };
  const { paidAtMs, status, amountCents } = transaction;
  if (paidAtMs === null) return { result: 'status-differs', detail: `ours is ${status}` };
  if (!isBooking) return { result: 'booked-twice', detail: `line ${line.lineNumber}` };
  if (line.grossCents !== amountCents) return { result: 'amount-differs', detail: `line ${line.lineNumber}` };
  const relation = dayRelation(paidAtMs, line);
  return { result: relation === 'timing' ? 'timing' : 'day-differs', detail: 'paid on another day in our record' };
}
