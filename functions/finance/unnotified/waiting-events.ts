import type { ReadTransactions } from '../../dashboard/transactions/transactions-read.table.ts';
import { SHARDS } from '../../payments/tables.ts';
import type { Transaction } from '../../payments/transaction.ts';
import type { Transactions } from '../../payments/transactions.table.ts';
import { eventKind } from '../../webhooks/event.ts';
import { type DeliveryFilter, isWithin } from '../../webhooks/resend/found-delivery.ts';
import { type Untold, waitingReason } from './unnotified-rule.ts';

/** `isWhole` is false where a shard had more that is due than was looked at. */
export type FindWaiting = (
  filter: Pick<DeliveryFilter, 'fromMs' | 'toMs' | 'merchantId'>,
  nowMs: number,
) => Promise<{ untold: Untold[]; looked: number; isWhole: boolean }>;

/** Of each shard, those due first. */
export const WAITING_A_SHARD = 100;

// The sweep waits for a delivery at most this long before it looks again.
const AHEAD_MS = 20 * 60_000;

/**
 * Deliveries that have not ended and are late, out of the index `due`. It also holds the payments that customers are at,
 * which are read and left out: at most 8 × 100 reads of half a unit.
 */
export function findWaiting(
  transactions: Pick<Transactions, 'due'>,
  readMany: ReadTransactions,
  wasTold: (transactionId: string, eventId: string) => Promise<boolean>,
): FindWaiting {
  return async (filter, nowMs) => {
    const shards = await Promise.all(
      Array.from({ length: SHARDS }, (_, shard) => transactions.due(shard, nowMs + AHEAD_MS, WAITING_A_SHARD)),
    );
    const ids = shards.flatMap(({ transactionIds }) => transactionIds);
    const untold: Untold[] = [];
    for (const transaction of await readMany(ids)) {
      const late = lateOf(transaction, filter, nowMs);
      if (late && !(late.series > 1 && (await wasTold(transaction.transactionId, late.eventId)))) {
        untold.push(late.untold);
      }
    }
    return { untold, looked: ids.length, isWhole: shards.every(({ after }) => after === undefined) };
  };
}

function lateOf(
  transaction: Transaction,
  filter: Pick<DeliveryFilter, 'fromMs' | 'toMs' | 'merchantId'>,
  nowMs: number,
): { untold: Untold; eventId: string; series: number } | undefined {
  const { transactionId, merchantId, amountCents, settlements } = transaction;
  const newest = settlements.at(-1);
  if (!newest || (filter.merchantId ?? merchantId) !== merchantId) return undefined;
  const { settledAt, eventId, delivery } = newest;
  const why = waitingReason(newest, nowMs);
  if (why === undefined || !isWithin(settledAt, filter)) return undefined;
  const untold = { transactionId, event: eventKind(transaction, newest), why, settledAt, amountCents };
  return { untold, eventId, series: delivery.series };
}
