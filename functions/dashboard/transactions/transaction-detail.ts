import type * as z from 'zod/mini';
import type { OrderSiblings } from '../../payments/exceptions/order-siblings.table.ts';
import { isTransactionId } from '../../payments/ids.ts';
import type { Transaction } from '../../payments/transaction.ts';
import type { Transactions } from '../../payments/transactions.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { eventKind } from '../../webhooks/event.ts';
import type { EventKind } from '../../webhooks/event-kind.ts';
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

/** A delivery as the specification wants it seen here (§6.4.3), one for each event, the oldest first. */
export interface DeliveryView {
  event: EventKind;
  eventId: string;
  state: Transaction['settlements'][number]['delivery']['state'];
  /** Since the last resend. */
  attempts: number;
  resends: number;
  nextAttemptAt: string | null;
  /** It can be sent again: the newest event only (decision D14). */
  isNewest: boolean;
}

export interface TransactionDetail {
  transaction: TransactionRow;
  /** Every movement of its money, by time. */
  movements: readonly MovementRow[];
  deliveries: DeliveryView[];
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
      deliveries: deliveriesOf(transaction),
      timeline: timelineOf(records, { isStaff: isStaff(caller) }),
      isComplete,
      siblings: others.siblings.sort((a, b) => b.createdAt - a.createdAt).map(rowOf),
      siblingsAreComplete: others.isComplete,
    };
  };
}

function deliveriesOf(transaction: Transaction): DeliveryView[] {
  return transaction.settlements.map((settlement, index) => {
    const { eventId, delivery } = settlement;
    const { state, done, resends, nextAttemptAt } = delivery;
    return {
      event: eventKind(transaction, settlement),
      ...{ eventId, state, resends },
      attempts: done,
      nextAttemptAt: nextAttemptAt === undefined ? null : isoTime(nextAttemptAt),
      isNewest: index === transaction.settlements.length - 1,
    };
  });
}
