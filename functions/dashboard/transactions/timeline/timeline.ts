import type { ExceptionRecord } from '../../../payments/exceptions/exception-record.ts';
import type { Refund } from '../../../payments/money/refund.ts';
import type { Transaction } from '../../../payments/transaction.ts';
import { isoTime } from '../../../runtime/clock.ts';
import type { ResendRecord } from '../../../webhooks/resend/resend-record.ts';
import type { MovementRow } from '../../finance/movements/movement-row.ts';
import { bankEntries } from './bank.ts';
import type { Dated, TimelineEntry } from './entry.ts';
import { exceptionEntries, refundEntries } from './money.ts';
import { webhookEntries } from './webhooks.ts';

/** All that is stored of one transaction: its main item and the other items of its partition. */
export interface TimelineRecords {
  transaction: Transaction;
  resendRecords: readonly ResendRecord[];
  /** Answers of failed attempts, by `{eventId}#{resends}#{number}`; stored for `ANSWER_STORED_DAYS`. */
  answers: ReadonlyMap<string, string>;
  exceptions: readonly ExceptionRecord[];
  refunds: readonly Refund[];
  /** Every movement of its money, by time. */
  movements: readonly MovementRow[];
}

/**
 * The complete history of a transaction, by time; entries of one moment in the order of cause and effect.
 * `isStaff` adds what people of finance note for each other; a merchant sees everything else.
 */
export function timelineOf(records: TimelineRecords, { isStaff }: { isStaff: boolean }): TimelineEntry[] {
  const dated: Dated[] = [
    ...bankEntries(records.transaction),
    ...webhookEntries(records),
    ...records.exceptions.flatMap((exception) => exceptionEntries(exception, isStaff)),
    ...refundEntries(records.refunds),
  ];
  // A stable sort: what was put in order above stays so.
  return dated.sort((a, b) => a.atMs - b.atMs).map(({ atMs, ...entry }) => ({ at: isoTime(atMs), ...entry }));
}
