import { amountOf } from '../../payments/amount.ts';
import type { ExceptionRecord } from '../../payments/exceptions/exception-record.ts';
import { differenceCents } from '../../payments/exceptions/exception-sums.ts';
import type { ReturnedMoney } from '../../payments/exceptions/returned-money.ts';
import { isCoveredSince, type Records } from '../../payments/money/ledger.ts';
import { type Refund, refundedAtMs } from '../../payments/money/refund.ts';
import { notifiedOf, returnedView } from '../finance/exceptions-rule.ts';
import type { Dated } from './timeline-entry.ts';

interface ForReader {
  records: Records;
  /** What was returned of each exception's money. */
  returned: ReadonlyMap<string, ReturnedMoney>;
  isStaff: boolean;
}

/** An exception opened, assigned, closed. Only staff read what they write to each other. */
export function exceptionEntries(exception: ExceptionRecord, { records, returned, isStaff }: ForReader): Dated[] {
  const { transaction } = records;
  const { exceptionId, kind, state, openedAt, assigned, closed, detail = null, siblingId = null } = exception;
  const opened: Dated = {
    atMs: openedAt,
    kind: 'exception',
    ...{ exceptionId, exception: kind, state, detail, siblingId },
    expected: euros(exception.expectedCents),
    received: euros(exception.receivedCents),
    difference: euros(differenceCents(exception, transaction)),
    notifiedOf: notifiedOf(exception, transaction),
    isPaid: transaction.status === 'paid',
    isCovered: isCoveredSince(exception, records),
    returned: returnedView(returned.get(exceptionId)),
  };
  const entries: Dated[] = [opened];
  if (assigned && isStaff) {
    const { to, by, at } = assigned;
    entries.push({ atMs: at, kind: 'exception-assigned', exceptionId, to, by });
  }
  if (closed) {
    const { outcome, at } = closed;
    const words = isStaff ? { note: closed.note, by: closed.by } : { note: null, by: null };
    entries.push({ atMs: at, kind: 'exception-closed', exceptionId, outcome, ...words });
  }
  return entries;
}

/** Refunds, as the bank reported them. */
export function refundEntries(refunds: readonly Refund[]): Dated[] {
  return refunds.map((refund) => ({
    atMs: refundedAtMs(refund),
    kind: 'refund',
    refund: refund.kind,
    bankType: refund.type,
    refundId: refund.refundId,
    amount: euros(refund.amountCents),
    timeIsOurs: refund.returnedAt === null,
  }));
}

function euros(cents: number | null): number | null {
  return cents === null ? null : amountOf(cents);
}
