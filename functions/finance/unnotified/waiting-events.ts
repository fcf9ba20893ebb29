import { SHARDS } from '../../payments/tables.ts';
import type { Transaction } from '../../payments/transaction.ts';
import type { Transactions } from '../../payments/transactions.table.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { eventKind } from '../../webhooks/event.ts';
import { type DeliveryFilter, isWithin } from '../../webhooks/resend/found-delivery.ts';
import { type Unnotified, waitingReason } from './unnotified-rule.ts';

/** Transactions by their ids; what does not exist is left out. */
export type ReadTransactions = (transactionIds: readonly string[]) => Promise<Transaction[]>;

/** `isComplete` is false where a shard had more due entries than were scanned. */
export type FindWaiting = (
  filter: Pick<DeliveryFilter, 'fromMs' | 'toMs' | 'merchantId'>,
  nowMs: number,
) => Promise<{ unnotified: Unnotified[]; scanned: number; isComplete: boolean }>;

/** Of each shard, those due first. */
export const WAITING_A_SHARD = 100;

// The sweep processes an unfinished delivery at the latest after this time.
const AHEAD_MS = 20 * MINUTE_MS;

/**
 * Unfinished deliveries that are late, from the index `due`. The index also holds pending payments, which are read and
 * left out: at most 8 × 100 reads of half a unit.
 */
export function findWaiting(
  transactions: Pick<Transactions, 'due'>,
  readMany: ReadTransactions,
  wasNotified: (transactionId: string, eventId: string) => Promise<boolean>,
): FindWaiting {
  return async (filter, nowMs) => {
    const shards = await Promise.all(
      Array.from({ length: SHARDS }, (_, shard) => transactions.due(shard, nowMs + AHEAD_MS, WAITING_A_SHARD)),
    );
    const ids = shards.flatMap(({ transactionIds }) => transactionIds);
    const unnotified: Unnotified[] = [];
    for (const transaction of await readMany(ids)) {
      const late = lateOf(transaction, filter, nowMs);
      if (late && !(late.series > 1 && (await wasNotified(transaction.transactionId, late.eventId)))) {
        unnotified.push(late.unnotified);
      }
    }
    return { unnotified, scanned: ids.length, isComplete: shards.every(({ after }) => after === undefined) };
  };
}

function lateOf(
  transaction: Transaction,
  filter: Pick<DeliveryFilter, 'fromMs' | 'toMs' | 'merchantId'>,
  nowMs: number,
): { unnotified: Unnotified; eventId: string; series: number } | undefined {
  const { transactionId, merchantId, amountCents, settlements } = transaction;
  const newest = settlements.at(-1);
  if (!newest || (filter.merchantId ?? merchantId) !== merchantId) return undefined;
  const { settledAt, eventId, delivery } = newest;
  const why = waitingReason(newest, nowMs);
  if (why === undefined || !isWithin(settledAt, filter)) return undefined;
  const unnotified = { transactionId, event: eventKind(transaction, newest), why, settledAt, amountCents };
  return { unnotified, eventId, series: delivery.series };
}
