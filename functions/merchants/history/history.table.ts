import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet, MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { Merchant } from '../accounts/merchant.ts';
import { auditItemId } from '../tables.ts';
import { type AuditEntry, auditEntryOf } from './change.ts';

export interface AuditPage {
  entries: AuditEntry[];
  /** Hand it in as `before` for the next page; null after the oldest entry. */
  next: number | null;
}

/**
 * A merchant's entries, the newest first: those numbered below `before`, or the newest of all. Entries are numbered by
 * the very transaction that makes the change, so they are read by their keys, and a missing one would be noticed.
 */
export function auditIn(client: DynamoDBClient, tableName: string) {
  return async (
    { merchantId, changes = 0 }: Pick<Merchant, 'merchantId' | 'changes'>,
    { before = changes + 1, limit }: { before?: number; limit: number },
  ): Promise<AuditPage> => {
    const from = Math.min(before - 1, changes);
    const size = Math.min(limit, MAX_BATCH_KEYS, from);
    const numbers = Array.from({ length: Math.max(0, size) }, (_, index) => from - index);
    const keys = numbers.map((number) => toAttributes({ id: auditItemId(merchantId, number) }));
    const entries = (await batchGet(client, tableName, keys, true)).map((item, index) => {
      if (!item) throw new Error(`audit: entry ${numbers[index]} of ${merchantId} is missing`);
      return auditEntryOf(item);
    });
    const last = numbers.at(-1);
    return { entries, next: last === undefined || last === 1 ? null : last };
  };
}
