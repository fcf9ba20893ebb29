import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { toAttributes } from '../runtime/attributes.ts';
import { fromCursor, MalformedCursor, toCursor } from './cursor.ts';
import { queryPage } from './query.ts';

/** An index with the partition key `shard`, over a table with the keys `transactionId` and `item`. */
export interface ShardedIndex {
  TableName: string;
  IndexName: string;
  /** Name of its sort key, a text. */
  sortKey: string;
  shards: number;
}

/** Sort keys from `from` to `to`, both included; without them the complete index. */
export interface EntryRange {
  from?: string | undefined;
  to?: string | undefined;
  /** In descending order of the keys. */
  isBackward?: boolean;
}

/** An entry of the index: its sort key and the key of its item. */
const entry = z.object({ key: z.string(), transactionId: z.string(), item: z.string() });
export type ShardedEntry = z.infer<typeof entry>;

/** How far one shard has been read: not at all, up to an entry, or to its end. */
const position = z.union([z.literal('begin'), z.literal('end'), entry]);
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
  const before = cursor === undefined ? Array<Position>(index.shards).fill('begin') : positionsOf(cursor, index, range);
  const share = Math.min(size, 2 * Math.ceil(size / index.shards) + SHARE_MARGIN);
  const pages = await Promise.all(
    before.map((from, shard) => readShard(client, index, range, { shard, from, size: share })),
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
  { TableName, IndexName, sortKey }: ShardedIndex,
  { from: first, to: last, isBackward = false }: EntryRange,
  { shard, from, size }: { shard: number; from: Position; size: number },
): Promise<ShardPage> {
  if (from === 'end') return { entries: [], hasMore: false };
  const isUnbounded = first === undefined || last === undefined;
  const query = {
    TableName,
    IndexName,
    // `shard` is a reserved word.
    KeyConditionExpression: `#shard = :shard${isUnbounded ? '' : ` AND ${sortKey} BETWEEN :first AND :last`}`,
    ExpressionAttributeNames: { '#shard': 'shard' },
    ExpressionAttributeValues: toAttributes({
      ':shard': shard,
      ...(!isUnbounded && { ':first': first, ':last': last }),
    }),
    ScanIndexForward: !isBackward,
    Limit: size,
  };
  const { items, after } = await queryPage(client, query, from === 'begin' ? undefined : startAt(from));
  const entries = items.map(({ [sortKey]: key, transactionId, item }) => ({
    key: key?.S ?? '',
    transactionId: transactionId?.S ?? '',
    item: item?.S ?? '',
  }));
  return { entries, hasMore: after !== undefined };

  function startAt({ key, transactionId, item }: ShardedEntry) {
    return toAttributes({ shard, [sortKey]: key, transactionId, item });
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
  return those.at(-1) ?? before;
}

/** Also throws on a position outside the range: it belongs to another list. */
function positionsOf(cursor: string, { shards }: ShardedIndex, { from = '', to }: EntryRange): Position[] {
  const positions = fromCursor(z.array(position).check(z.length(shards)), cursor);
  const isOutside = (each: Position) =>
    typeof each === 'object' && (each.key < from || (to !== undefined && each.key > to));
  if (positions.some(isOutside)) throw new MalformedCursor();
  return positions;
}
