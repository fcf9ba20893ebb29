import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { toAttributes } from '../runtime/attributes.ts';
import type { KeyRange } from './exception-keys.ts';
import { SHARDS } from './tables.ts';

/** An entry of the index `exceptions`. */
const entry = z.object({ key: z.string(), transactionId: z.string(), item: z.string() });
export type ExceptionEntry = z.infer<typeof entry>;

/** How far one shard has been read: from its beginning, after an entry, or to its end. */
const place = z.union([z.literal('begin'), z.literal('end'), entry]);
type Place = z.infer<typeof place>;
const places = z.array(place).check(z.length(SHARDS));

export interface EntryRange extends KeyRange {
  /** By key from the last to the first. */
  isBackward: boolean;
}

export interface EntryPage {
  entries: ExceptionEntry[];
  /** The place after the first `count` of the entries; null when nothing comes after them. */
  cursorAfter(count: number): string | null;
}

/** A cursor that no page has given. */
export class MalformedExceptionCursor extends Error {
  constructor() {
    super('not a cursor of this list');
    this.name = 'MalformedExceptionCursor';
  }
}

// The shards are even but for chance: this many more than a shard's part, and the rest of a page is seldom missing.
const MORE_THAN_ITS_PART = 8;

/**
 * The next entries of a range, at most `size` and at least one where there is any. The shards are read side by side, each
 * for little more than its part, and merged as far as all of them were read.
 */
export function exceptionEntriesIn(client: DynamoDBClient, tableName: string) {
  return async (
    range: EntryRange,
    { size, cursor }: { size: number; cursor: string | undefined },
  ): Promise<EntryPage> => {
    const before = cursor === undefined ? Array<Place>(SHARDS).fill('begin') : placesOf(cursor, range);
    const part = Math.min(size, 2 * Math.ceil(size / SHARDS) + MORE_THAN_ITS_PART);
    const shards = await Promise.all(
      before.map((from, shard) => readShard(client, tableName, range, { shard, from, size: part })),
    );
    const entries = merged(shards, range).slice(0, size);
    return {
      entries,
      cursorAfter: (count) => {
        const taken = new Set(entries.slice(0, count));
        const after = shards.map((shard, at) => placeAfter(before[at] ?? 'end', shard, taken));
        if (after.every((each) => each === 'end')) return null;
        return Buffer.from(JSON.stringify(after)).toString('base64url');
      },
    };
  };
}

interface ShardPage {
  entries: ExceptionEntry[];
  hasMore: boolean;
}

async function readShard(
  client: DynamoDBClient,
  tableName: string,
  { from: first, to: last, isBackward }: EntryRange,
  { shard, from, size }: { shard: number; from: Place; size: number },
): Promise<ShardPage> {
  if (from === 'end') return { entries: [], hasMore: false };
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: 'exceptions',
      // `shard` is a reserved word.
      KeyConditionExpression: '#shard = :shard AND exceptionKey BETWEEN :first AND :last',
      ExpressionAttributeNames: { '#shard': 'shard' },
      ExpressionAttributeValues: toAttributes({ ':shard': shard, ':first': first, ':last': last }),
      ScanIndexForward: !isBackward,
      Limit: size,
      ...(from !== 'begin' && { ExclusiveStartKey: keyOf(shard, from) }),
    }),
  );
  const entries = Items.map((item) => ({
    key: item.exceptionKey?.S ?? '',
    transactionId: item.transactionId?.S ?? '',
    item: item.item?.S ?? '',
  }));
  return { entries, hasMore: LastEvaluatedKey !== undefined };
}

function keyOf(shard: number, { key, transactionId, item }: ExceptionEntry) {
  return toAttributes({ shard, exceptionKey: key, transactionId, item });
}

/** In order, as far as the first end of a shard that has more: beyond it entries of that shard may be missing. */
function merged(shards: readonly ShardPage[], { isBackward }: EntryRange): ExceptionEntry[] {
  const inOrder = (a: string, b: string) => (isBackward ? order(b, a) : order(a, b));
  const ends = shards.flatMap(({ entries, hasMore }) => (hasMore ? (entries.at(-1)?.key ?? []) : []));
  const [frontier] = ends.sort(inOrder);
  return (
    shards
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

function placeAfter(before: Place, { entries, hasMore }: ShardPage, taken: ReadonlySet<ExceptionEntry>): Place {
  const those = entries.filter((each) => taken.has(each));
  if (those.length === entries.length && !hasMore) return 'end';
  return those.at(-1) ?? before;
}

/** Throws on a place outside the range, too: it belongs to another list. */
function placesOf(cursor: string, { from, to }: EntryRange): Place[] {
  const known = parsed(cursor);
  const isOutside = (each: Place) => typeof each === 'object' && (each.key < from || each.key > to);
  if (!known || known.some(isOutside)) throw new MalformedExceptionCursor();
  return known;
}

function parsed(cursor: string): Place[] | undefined {
  try {
    return places.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
