import type { Transaction } from '../../payments/transaction.ts';
import type { Clock } from '../../runtime/clock.ts';
import { lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { Logger } from '../../runtime/logger.ts';
import { unlessUnreadable } from '../../runtime/parse-item.ts';
import type { Entry } from '../totals/contribution.ts';
import { markersPartition } from '../totals/marker.ts';
import type { RebuildTable } from './rebuild.table.ts';
import { ORDINARY_BACK_DAYS, type RebuildInput, type Rebuilt, STREAM_REACH_MS } from './rebuild.ts';

/** Ids of the transactions whose settlements or refunds are among the records that a message of Lambda names. */
export type LostTransactions = (body: string) => Promise<string[]>;

export interface RepairDependencies {
  lostTransactions: LostTransactions;
  table: Pick<RebuildTable, 'entries' | 'counted'>;
  rebuild: (input: RebuildInput) => Promise<Rebuilt>;
  read: (transactionId: string) => Promise<Transaction | undefined>;
  /** Opens the exceptions of the transaction's order. */
  auditOrder: (paid: Transaction) => Promise<void>;
  clock: Clock;
  logger: Pick<Logger, 'info'>;
}

/**
 * Repairs the books after stream records that were given up: rebuilds the Lisbon days of the merchants whose events
 * were not counted, and audits the orders of the paid ones. `body` is Lambda's message about the batch. Safe to repeat;
 * throws when the records are gone from the stream or a step failed, so that the message is received again.
 */
export function repairBooks(dependencies: RepairDependencies) {
  const { lostTransactions, rebuild, read, auditOrder, logger } = dependencies;
  return async (body: string): Promise<void> => {
    const transactionIds = await lostTransactions(body);
    const unreadable = new Set<string>();
    const days = await uncountedDays(dependencies, transactionIds, unreadable);
    for (const { merchantId, day } of days) {
      const named = lisbonDay(day);
      if (!named) throw new Error(`books: ${day} is no day`);
      const { busyDays, ...rebuilt } = await rebuild({
        merchantId,
        from: named,
        to: named,
        backDays: ORDINARY_BACK_DAYS,
      });
      for (const id of rebuilt.unreadable) unreadable.add(id);
      if (busyDays.length > 0) throw new Error(`books: ${day} of ${merchantId} is being written; try again`);
    }
    for (const transactionId of transactionIds) {
      const transaction = await unlessUnreadable(
        () => read(transactionId),
        () => unreadable.add(transactionId),
      );
      if (transaction?.status === 'paid') await auditOrder(transaction);
    }
    if (unreadable.size > 0)
      throw new Error(`books: ${[...unreadable].join(', ')} could not be read; all else is done`);
    logger.info('books repaired', { transactions: transactionIds.length, days: days.length });
  };
}

interface MerchantDay {
  merchantId: string;
  day: string;
}

/** The days on which recent entries of these transactions count that have no marker. */
async function uncountedDays(
  { table, clock }: RepairDependencies,
  transactionIds: readonly string[],
  unreadable: Set<string>,
): Promise<MerchantDay[]> {
  const recent: Entry[] = [];
  for (const id of transactionIds) {
    const entries = await unlessUnreadable(
      () => table.entries(id),
      () => unreadable.add(id),
    );
    recent.push(...(entries ?? []).filter(({ recordedAt }) => recordedAt >= clock() - STREAM_REACH_MS));
  }
  const counted = new Map<string, Set<string>>();
  const days = new Map<string, MerchantDay>();
  for (const { id, merchantId, recordedAt, contributions } of recent) {
    const recordDay = lisbonDayName(recordedAt);
    const partition = markersPartition(recordDay, merchantId);
    const markers =
      counted.get(partition) ?? new Set((await table.counted(merchantId, recordDay)).map((each) => each.id));
    counted.set(partition, markers);
    if (markers.has(id)) continue;
    for (const { day } of contributions) days.set(`${day} ${merchantId}`, { merchantId, day });
  }
  return [...days.values()];
}
