import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { fromCursor, MalformedCursor, toCursor } from './cursor.ts';
import { queryPage } from './query.ts';

/** One partition of an index, over a table with the keys `transactionId` and `item`: every merchant's list, or one's. */
export interface ListIndex {
  TableName: string;
  IndexName: string;
  partitionKey: string;
  partition: string;
  /** Name of its sort key, a text. */
  sortKey: string;
}

/** Sort keys from `from` to `to`, both included; without them the complete partition. */
export interface EntryRange {
  from?: string | undefined;
  to?: string | undefined;
  /** In descending order of the keys. */
  isBackward?: boolean;
}

const entryKey = z.object({ key: z.string(), transactionId: z.string(), item: z.string() });
type EntryKey = z.infer<typeof entryKey>;

/** An entry of the index: its sort key, the key of its item, and what the index projects. */
export type ListEntry = EntryKey & { projected: Attributes };

/** One page of a list. */
export interface EntryPage {
  entries: ListEntry[];
  /** The position after the first `count` entries, which is DynamoDB's own key; null when none follow. */
  cursorAfter(count: number): string | null;
}

/** The next entries of a range, at most `size`. Throws `MalformedCursor`, also for a position outside the range. */
export async function queryList(
  client: DynamoDBClient,
  { TableName, IndexName, partitionKey, partition, sortKey }: ListIndex,
  { from: first, to: last, isBackward = false }: EntryRange,
  { size, cursor }: { size: number; cursor?: string | undefined },
): Promise<EntryPage> {
  const isBounded = first !== undefined && last !== undefined;
  const start = fromCursor(entryKey, cursor);
  if (start && isBounded && (start.key < first || start.key > last)) throw new MalformedCursor();
  const query = {
    TableName,
    IndexName,
    // `state` is a reserved word.
    KeyConditionExpression: `#partition = :partition${isBounded ? ` AND ${sortKey} BETWEEN :first AND :last` : ''}`,
    ExpressionAttributeNames: { '#partition': partitionKey },
    ExpressionAttributeValues: toAttributes({
      ':partition': partition,
      ...(isBounded && { ':first': first, ':last': last }),
    }),
    ScanIndexForward: !isBackward,
    Limit: size,
  };
  const keyOf = ({ key, transactionId, item }: EntryKey) =>
    toAttributes({ [partitionKey]: partition, [sortKey]: key, transactionId, item });
  const { items, after } = await queryPage(client, query, start && keyOf(start));
  const entries = items.map((projected) => ({
    key: projected[sortKey]?.S ?? '',
    transactionId: projected.transactionId?.S ?? '',
    item: projected.item?.S ?? '',
    projected,
  }));
  return {
    entries,
    cursorAfter: (count) => {
      const end = entries[count - 1] ?? start;
      if ((count === entries.length && !after) || !end) return null;
      return toCursor({ key: end.key, transactionId: end.transactionId, item: end.item });
    },
  };
}
