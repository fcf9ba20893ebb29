import type * as z from 'zod/mini';
import type { OrderSiblings } from '../../payments/exceptions/order-siblings.table.ts';
import { isTransactionId } from '../../payments/ids.ts';
import type { Transactions } from '../../payments/transactions.table.ts';
import { type DashboardCaller, isStaff, mayRead, notFound } from '../caller.ts';
import type { MovementRow } from '../finance/movements/movement-row.ts';
import type { TimelineEntry } from './timeline/entry.ts';
import type { ReadTimeline } from './timeline/timeline.table.ts';
import { timelineOf } from './timeline/timeline.ts';
import type { detailInput } from './transactions-input.ts';
import { rowOf, type TransactionRow } from './transactions-row.ts';

export interface DetailDependencies {
  read: Transactions['read'];
  readTimeline: ReadTimeline;
  siblings: OrderSiblings;
}

export interface TransactionDetail {
  transaction: TransactionRow;
  /** Every movement of its money, by time. */
  movements: readonly MovementRow[];
  timeline: TimelineEntry[];
  /** All that is stored of it was read. */
  isComplete: boolean;
  /** Other transactions of the same order, the newest first. */
  siblings: TransactionRow[];
  siblingsAreComplete: boolean;
}

/** Everything about one transaction. Its merchant is checked before the rest is read. */
export function transactionDetail({ read, readTimeline, siblings }: DetailDependencies) {
  return async (
    { transactionId }: z.infer<typeof detailInput>,
    caller: DashboardCaller,
  ): Promise<TransactionDetail> => {
    const first = isTransactionId(transactionId) ? await read(transactionId, true) : undefined;
    if (!first || !mayRead(caller, first.merchantId)) throw notFound('transaction');
    const [found, others] = await Promise.all([readTimeline(transactionId), siblings(first)]);
    if (!found) throw notFound('transaction');
    const { records, isComplete } = found;
    const { transaction } = records;
    return {
      transaction: rowOf(transaction),
      movements: records.movements,
      timeline: timelineOf(records, { isStaff: isStaff(caller) }),
      isComplete,
      siblings: others.siblings.sort((a, b) => b.createdAt - a.createdAt).map(rowOf),
      siblingsAreComplete: others.isComplete,
    };
  };
}
