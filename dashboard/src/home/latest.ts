import type { TransactionRow } from '../../../functions/dashboard/transactions/transactions-row.ts';

/** Over how many Lisbon days, today included. */
export const LATEST_DAYS = 30;

/** What came of the latest transactions. */
export interface Latest {
  transactions: number;
  /** Paid, failed or cancelled. */
  ended: number;
  paid: number;
  /** By the state of the latest event's delivery. */
  firstTime: number;
  retried: number;
  /** Delivered after a person had it resent. */
  resent: number;
  notDelivered: number;
  skipped: number;
  pending: number;
}

/** Of rows sorted newest first. */
export function latestOf(rows: readonly TransactionRow[]): Latest {
  const count = (is: (row: TransactionRow) => boolean) => rows.filter(is).length;
  const delivered = rows.flatMap(({ delivery }) => (delivery?.state === 'delivered' ? delivery : []));
  const resent = delivered.filter(({ resends }) => resends > 0).length;
  const firstTime = delivered.filter(({ resends, attempts }) => resends === 0 && attempts === 1).length;
  return {
    transactions: rows.length,
    ended: count(({ status }) => status === 'paid' || status === 'failed' || status === 'cancelled'),
    paid: count(({ status }) => status === 'paid'),
    firstTime,
    retried: delivered.length - firstTime - resent,
    resent,
    notDelivered: count(({ delivery }) => delivery?.state === 'not_delivered'),
    skipped: count(({ delivery }) => delivery?.state === 'skipped'),
    pending: count(({ delivery }) => delivery?.state === 'pending'),
  };
}
