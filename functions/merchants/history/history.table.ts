import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet, MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { Merchant } from '../accounts/merchant.ts';
import { historyItemId } from '../tables.ts';
import { type HistoryEntry, historyEntryOf } from './change.ts';

export interface HistoryPage {
  entries: HistoryEntry[];
  /** Hand it in as `before` for the next page; null after the oldest entry. */
  next: number | null;
}

/**
 * A page of a merchant's entries, the newest first: those numbered below `before`, or the newest of all. Entries are
 * numbered by the transaction that makes the change, so they are read by their keys. Throws when one is missing.
 */
export function historyIn(client: DynamoDBClient, tableName: string) {
  return async (
    { merchantId, changes }: Pick<Merchant, 'merchantId' | 'changes'>,
    { before = changes + 1, limit }: { before?: number; limit: number },
  ): Promise<HistoryPage> => {
    const from = Math.min(before - 1, changes);
    const size = Math.min(limit, MAX_BATCH_KEYS, from);
    const numbers = Array.from({ length: Math.max(0, size) }, (_, index) => from - index);
    const keys = numbers.map((number) => toAttributes({ id: historyItemId(merchantId, number) }));
    const entries = (await batchGet(client, tableName, keys, true)).map((item, index) => {
      if (!item) throw new Error(`history: entry ${numbers[index]} of ${merchantId} is missing`);
      return historyEntryOf(item);
    });
    const last = numbers.at(-1);
    return { entries, next: last === undefined || last === 1 ? null : last };
  };
}
