import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { fromCursor, MalformedCursor, toCursor } from './cursor.ts';
import { queryPage } from './query.ts';

/** Partitions of an index that are listed together, over a table with the keys `transactionId` and `item`. */
export interface ShardedIndex {
  TableName: string;
  IndexName: string;
  partitionKey: string;
  /** The values of the partition key: every shard, or one merchant. */
  partitions: readonly (number | string)[];
  /** Name of its sort key, a text. */
  sortKey: string;
}

/** Sort keys from `from` to `to`, both included; without them the complete index. */
export interface EntryRange {
  from?: string | undefined;
  to?: string | undefined;
  /** In descending order of the keys. */
  isBackward?: boolean;
}

const entryKey = z.object({ key: z.string(), transactionId: z.string(), item: z.string() });

/** An entry of the index: its sort key, the key of its item, and what the index projects. */
export type ShardedEntry = z.infer<typeof entryKey> & { projected: Attributes };

/** How far one shard has been read: not at all, up to an entry, or to its end. */
const position = z.union([z.literal('begin'), z.literal('end'), entryKey]);
type Position = z.infer<typeof position>;

/** One page of a list across all shards. */
export interface EntryPage {
  entries: ShardedEntry[];
  /** The position after the first `count` entries; null when none follow. */
  cursorAfter(count: number): string | null;
}

// Entries are spread evenly but at random: with this margin on each shard's share a page is rarely short.
const SHARE_MARGIN = 8;

/**
 * The next entries of a range across all shards: at most `size`, and at least one unless the range is exhausted. The
 * shards are read concurrently, each for little more than its share, and merged up to the first incomplete end.
 * Throws `MalformedCursor`.
 */
export async function queryShards(
  client: DynamoDBClient,
  index: ShardedIndex,
  range: EntryRange,
  { size, cursor }: { size: number; cursor?: string | undefined },
): Promise<EntryPage> {
  const { length } = index.partitions;
  const before = cursor === undefined ? Array<Position>(length).fill('begin') : positionsOf(cursor, length, range);
  const share = Math.min(size, 2 * Math.ceil(size / length) + SHARE_MARGIN);
  const pages = await Promise.all(
    index.partitions.map((partition, at) =>
      readShard(client, index, range, { partition, from: before[at] ?? 'end', size: share }),
    ),
  );
  const entries = merged(pages, range).slice(0, size);
  return {
    entries,
    cursorAfter: (count) => {
      const read = new Set(entries.slice(0, count));
      const after = pages.map((page, at) => positionAfter(before[at] ?? 'end', page, read));
      return after.every((each) => each === 'end') ? null : toCursor(after);
    },
  };
}

interface ShardPage {
  entries: ShardedEntry[];
  hasMore: boolean;
}

async function readShard(
  client: DynamoDBClient,
  { TableName, IndexName, partitionKey, sortKey }: ShardedIndex,
  { from: first, to: last, isBackward = false }: EntryRange,
  { partition, from, size }: { partition: number | string; from: Position; size: number },
): Promise<ShardPage> {
  if (from === 'end') return { entries: [], hasMore: false };
  const isUnbounded = first === undefined || last === undefined;
  const query = {
    TableName,
    IndexName,
    // `shard` is a reserved word.
    KeyConditionExpression: `#partition = :partition${isUnbounded ? '' : ` AND ${sortKey} BETWEEN :first AND :last`}`,
    ExpressionAttributeNames: { '#partition': partitionKey },
    ExpressionAttributeValues: toAttributes({
      ':partition': partition,
      ...(!isUnbounded && { ':first': first, ':last': last }),
    }),
    ScanIndexForward: !isBackward,
    Limit: size,
  };
  const { items, after } = await queryPage(client, query, from === 'begin' ? undefined : startAt(from));
  const entries = items.map((projected) => ({
    key: projected[sortKey]?.S ?? '',
    transactionId: projected.transactionId?.S ?? '',
    item: projected.item?.S ?? '',
    projected,
  }));
  return { entries, hasMore: after !== undefined };

  function startAt({ key, transactionId, item }: z.infer<typeof entryKey>) {
    return toAttributes({ [partitionKey]: partition, [sortKey]: key, transactionId, item });
  }
}

/** In order, up to the first end of a shard that has more entries: beyond it entries of that shard may be missing. */
function merged(pages: readonly ShardPage[], { isBackward = false }: EntryRange): ShardedEntry[] {
  const inOrder = (a: string, b: string) => (isBackward ? order(b, a) : order(a, b));
  const ends = pages.flatMap(({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.key ?? []) : []));
  const [frontier] = ends.sort(inOrder);
  return (
    pages
      .flatMap(({ entries }) => entries)
      .filter(({ key }) => frontier === undefined || inOrder(key, frontier) <= 0)
      // The sort is stable: entries with equal keys stay in the order of their shard, so a cut never skips one.
      .sort((a, b) => inOrder(a.key, b.key))
  );
}

// By code units, as DynamoDB orders ASCII text.
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function positionAfter(before: Position, { entries, hasMore }: ShardPage, read: ReadonlySet<ShardedEntry>): Position {
  const those = entries.filter((each) => read.has(each));
  if (those.length === entries.length && !hasMore) return 'end';
  const last = those.at(-1);
  return last ? { key: last.key, transactionId: last.transactionId, item: last.item } : before;
}

/** Also throws on a position outside the range: it belongs to another list. */
function positionsOf(cursor: string, length: number, { from = '', to }: EntryRange): Position[] {
  const positions = fromCursor(z.array(position).check(z.length(length)), cursor);
  const isOutside = (each: Position) =>
    typeof each === 'object' && (each.key < from || (to !== undefined && each.key > to));
  if (positions.some(isOutside)) throw new MalformedCursor();
  return positions;
}
