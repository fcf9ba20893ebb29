import { BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { type AuditEntry, auditEntryOf } from './audit.ts';
import type { Merchant } from './merchant.ts';
import { auditItemId } from './tables.ts';

/** As many as DynamoDB reads in one call. */
export const MAXIMUM_AUDIT_PAGE = 100;

export interface AuditPage {
  entries: AuditEntry[];
  /** Hand it in as `before` for the next page; null after the oldest entry. */
  next: number | null;
}

/**
 * A merchant's entries, the newest first: those numbered below `before`, or the newest of all. Entries are numbered by the
 * very transaction that makes the change, so they are read by their keys, and one that were missing would be told.
 */
export function auditIn(client: DynamoDBClient, tableName: string) {
  return async (
    { merchantId, changes = 0 }: Pick<Merchant, 'merchantId' | 'changes'>,
    { before = changes + 1, limit }: { before?: number; limit: number },
  ): Promise<AuditPage> => {
    const from = Math.min(before - 1, changes);
    const size = Math.min(limit, MAXIMUM_AUDIT_PAGE, from);
    const numbers = Array.from({ length: Math.max(0, size) }, (_, index) => from - index);
    const entries = new Map<number, AuditEntry>();
    let Keys = numbers.map((number) => toAttributes({ id: auditItemId(merchantId, number) }));
    while (Keys.length > 0) {
      const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead: true } } }),
      );
      for (const entry of (Responses?.[tableName] ?? []).map(auditEntryOf)) entries.set(entry.number, entry);
      Keys = (UnprocessedKeys?.[tableName]?.Keys as Attributes[] | undefined) ?? [];
    }
    const found = numbers.map((number) => {
      const entry = entries.get(number);
      if (!entry) throw new Error(`audit: entry ${number} of ${merchantId} is missing`);
      return entry;
    });
    const last = numbers.at(-1);
    return { entries: found, next: last === undefined || last === 1 ? null : last };
  };
}
