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

/** `from` and `to` are sort keys, both included; without them the whole index. */
export interface EntryRange {
  from?: string | undefined;
  to?: string | undefined;
  /** By key from the last to the first. */
  isBackward?: boolean;
}

/** An entry of the index: its sort key and the item it is of. */
const entry = z.object({ key: z.string(), transactionId: z.string(), item: z.string() });
export type ShardedEntry = z.infer<typeof entry>;

/** How far one shard has been read: from its beginning, after an entry, or to its end. */
const place = z.union([z.literal('begin'), z.literal('end'), entry]);
type Place = z.infer<typeof place>;

export interface EntryPage {
  entries: ShardedEntry[];
  /** The place after the first `count` of the entries; null when nothing comes after them. */
  cursorAfter(count: number): string | null;
}

// The shards are even but for chance: this many more than a shard's part, and the rest of a page is seldom missing.
const MORE_THAN_ITS_PART = 8;

/**
 * The next entries of a range across all shards, at most `size` and at least one where there is any. The shards are read
 * side by side, each for little more than its part, and merged as far as all of them were read. Throws `MalformedCursor`.
 */
export async function queryShards(
  client: DynamoDBClient,
  index: ShardedIndex,
  range: EntryRange,
  { size, cursor }: { size: number; cursor?: string | undefined },
): Promise<EntryPage> {
  const before = cursor === undefined ? Array<Place>(index.shards).fill('begin') : placesOf(cursor, index, range);
  const part = Math.min(size, 2 * Math.ceil(size / index.shards) + MORE_THAN_ITS_PART);
  const pages = await Promise.all(
    before.map((from, shard) => readShard(client, index, range, { shard, from, size: part })),
  );
  const entries = merged(pages, range).slice(0, size);
  return {
    entries,
    cursorAfter: (count) => {
      const taken = new Set(entries.slice(0, count));
      const after = pages.map((page, at) => placeAfter(before[at] ?? 'end', page, taken));
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
  { shard, from, size }: { shard: number; from: Place; size: number },
): Promise<ShardPage> {
  if (from === 'end') return { entries: [], hasMore: false };
  const isComplete = first === undefined || last === undefined;
  const query = {
    TableName,
    IndexName,
    // `shard` is a reserved word.
    KeyConditionExpression: `#shard = :shard${isComplete ? '' : ` AND ${sortKey} BETWEEN :first AND :last`}`,
    ExpressionAttributeNames: { '#shard': 'shard' },
    ExpressionAttributeValues: toAttributes({
      ':shard': shard,
      ...(!isComplete && { ':first': first, ':last': last }),
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

/** In order, as far as the first end of a shard that has more: beyond it entries of that shard may be missing. */
function merged(pages: readonly ShardPage[], { isBackward = false }: EntryRange): ShardedEntry[] {
  const inOrder = (a: string, b: string) => (isBackward ? order(b, a) : order(a, b));
  const ends = pages.flatMap(({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.key ?? []) : []));
  const [frontier] = ends.sort(inOrder);
  return (
    pages
      .flatMap(({ entries }) => entries)
      .filter(({ key }) => frontier === undefined || inOrder(key, frontier) <= 0)
      // A stable sort: those of one moment stay in the order of their shard, so that what is taken is its beginning.
      .sort((a, b) => inOrder(a.key, b.key))
  );
}

// By code units, which is how DynamoDB orders ASCII text.
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function placeAfter(before: Place, { entries, hasMore }: ShardPage, taken: ReadonlySet<ShardedEntry>): Place {
  const those = entries.filter((each) => taken.has(each));
  if (those.length === entries.length && !hasMore) return 'end';
  return those.at(-1) ?? before;
}

/** Throws on a place outside the range, too: it belongs to another list. */
function placesOf(cursor: string, { shards }: ShardedIndex, { from = '', to }: EntryRange): Place[] {
  const places = fromCursor(z.array(place).check(z.length(shards)), cursor);
  const isOutside = (each: Place) =>
    typeof each === 'object' && (each.key < from || (to !== undefined && each.key > to));
  if (places.some(isOutside)) throw new MalformedCursor();
  return places;
}
