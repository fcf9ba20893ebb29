import type { Transaction } from '../../payments/transaction.ts';
import type { Clock } from '../../runtime/clock.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import type { Logger } from '../../runtime/logger.ts';
import { unlessUnreadable } from '../../runtime/parse-item.ts';
import type { Entry } from '../totals/contribution.ts';
import type { CountEntries } from '../totals/count.table.ts';
import { STREAM_REACH_MS } from './rebuild.ts';

/** Ids of the transactions whose settlements or refunds are among the records that a message of Lambda names. */
export type LostTransactions = (body: string) => Promise<string[]>;

export interface RepairDependencies {
  lostTransactions: LostTransactions;
  /** The entries of a transaction and of its refunds, read strongly. */
  entries: (transactionId: string) => Promise<Entry[]>;
  count: CountEntries;
  read: (transactionId: string) => Promise<Transaction | undefined>;
  /** Opens the exceptions of the transaction's order. */
  auditOrder: (paid: Transaction) => Promise<void>;
  clock: Clock;
  logger: Pick<Logger, 'info'>;
}

/**
 * Older entries are not counted: a rebuild may have set their counters without a marker. An hour less than a rebuild
 * assumes, and more than the 24 hours for which the stream stores records.
 */
const RECENT_MS = STREAM_REACH_MS - HOUR_MS;

/**
 * Repairs the books after stream records that were given up: counts the recent entries of their transactions, each
 * once by its marker, and audits the orders of the paid ones. `body` is Lambda's message about the batch. Safe to
 * repeat; throws when the records are gone from the stream or a step failed, so that the message is received again.
 */
export function repairBooks({
  lostTransactions,
  entries,
  count,
  read,
  auditOrder,
  clock,
  logger,
}: RepairDependencies): (body: string) => Promise<void> {
  return async (body) => {
    const transactionIds = await lostTransactions(body);
    const unreadable = new Set<string>();
    const recent: Entry[] = [];
    for (const id of transactionIds) {
      const found = await unlessUnreadable(
        () => entries(id),
        () => unreadable.add(id),
      );
      recent.push(...(found ?? []).filter(({ recordedAt }) => recordedAt >= clock() - RECENT_MS));
    }
    const uncounted = await count(recent);
    for (const id of transactionIds) {
      const transaction = await unlessUnreadable(
        () => read(id),
        () => unreadable.add(id),
      );
      if (transaction?.status === 'paid') await auditOrder(transaction);
    }
    if (uncounted.size > 0) throw new Error(`books: ${uncounted.size} events not counted; try again`);
    if (unreadable.size > 0)
      throw new Error(`books: ${[...unreadable].join(', ')} could not be read; all else is done`);
    logger.info('books repaired', { transactions: transactionIds.length });
  };
}
