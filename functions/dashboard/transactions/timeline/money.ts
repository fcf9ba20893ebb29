import { amountOrNull } from '../../../payments/amount.ts';
import type { ExceptionRecord } from '../../../payments/exceptions/exception-record.ts';
import { type Refund, refundedAtMs } from '../../../payments/money/refund.ts';
import type { Dated } from './entry.ts';

/** An exception opened, its notes, its closing. Only staff read what they write to each other. */
export function exceptionEntries(exception: ExceptionRecord, isStaff: boolean): Dated[] {
  const { exceptionId, kind, state, openedAt, notes = [], closed, detail = null, siblingId = null } = exception;
  const entries: Dated[] = [
    {
      atMs: openedAt,
      kind: 'exception',
      ...{ exceptionId, exception: kind, state, detail, siblingId },
      received: amountOrNull(exception.receivedCents),
      reported: amountOrNull(exception.reportedCents),
    },
  ];
  if (isStaff) {
    entries.push(
      ...notes.map(({ text, by, at }): Dated => ({ atMs: at, kind: 'exception-note', exceptionId, text, by })),
    );
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
    amount: amountOrNull(refund.returnedCents),
    timeIsOurs: refund.returnedAt === null,
  }));
}
