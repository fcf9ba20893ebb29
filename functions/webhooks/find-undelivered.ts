import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { MAIN_ITEM, SHARDS } from '../payments/tables.ts';
import { toAttributes } from '../runtime/attributes.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { type DeliveryFilter, deliveriesIn, type FindDeliveries, isWithin, MalformedCursor } from './found-delivery.ts';
import { MAXIMUM_READ, readMainItems } from './main-items.ts';
import { readUndeliveredKey, undeliveredRange } from './undelivered.ts';

/** An entry of the index: its sort key and the transaction. */
const entry = z.object({ key: z.string(), transactionId: z.string() });
type Entry = z.infer<typeof entry>;

/** How far one shard has been read: from its beginning, after an entry, or to its end. */
const place = z.union([z.literal('begin'), z.literal('end'), entry]);
const places = z.array(place);
type Place = z.infer<typeof place>;

/**
 * What was not delivered or skipped, of one merchant or of all, out of the index `undelivered`: by merchant, then by time,
 * the oldest first. The shards are read side by side and merged.
 */
export function findUndelivered(client: DynamoDBClient, tableName: string): FindDeliveries {
  return async (filter, { limit, cursor }) => {
    const before = cursor === undefined ? Array<Place>(SHARDS).fill('begin') : fromCursor(places, cursor);
    if (before.length !== SHARDS) throw new MalformedCursor();
    const size = Math.min(limit, MAXIMUM_READ);
    const pages = await Promise.all(
      before.map((from, shard) => readShard(client, { tableName, shard, from, size }, filter)),
    );
    const looked = merged(pages, size);
    const wanted = looked.filter(({ key }) => {
      const { settledAt, state } = readUndeliveredKey(key);
      return isWithin(settledAt, filter) && filter.states.includes(state);
    });
    const ids = wanted.map(({ transactionId }) => transactionId);
    const records = await readMainItems(client, tableName, ids);
    const after = pages.map((page, shard) => placeAfter(before[shard] ?? 'end', page, looked));
    const last = looked.at(-1);
    return {
      deliveries: records.flatMap((record) => deliveriesIn(record, filter)),
      cursor: after.every((each) => each === 'end') ? null : toCursor(after),
      looked: looked.length,
      lookedThrough: last ? whereOf(last) : null,
    };
  };
}

function whereOf({ key }: Entry): { merchantId: string; time: number } {
  const { merchantId, settledAt } = readUndeliveredKey(key);
  return { merchantId, time: settledAt };
}

interface ShardPage {
  entries: Entry[];
  isLast: boolean;
}

async function readShard(
  client: DynamoDBClient,
  { tableName, shard, from, size }: { tableName: string; shard: number; from: Place; size: number },
  { merchantId, fromMs, toMs }: DeliveryFilter,
): Promise<ShardPage> {
  if (from === 'end') return { entries: [], isLast: true };
  const range = merchantId === undefined ? undefined : undeliveredRange(merchantId, fromMs, toMs);
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: tableName,
      IndexName: 'undelivered',
      // `shard` is a reserved word.
      KeyConditionExpression: `#shard = :shard${range ? ' AND undeliveredKey BETWEEN :from AND :to' : ''}`,
      ExpressionAttributeNames: { '#shard': 'shard' },
      ExpressionAttributeValues: toAttributes({
        ':shard': shard,
        ...(range && { ':from': range.from, ':to': range.to }),
      }),
      Limit: size,
      ...(from !== 'begin' && { ExclusiveStartKey: keyOf(shard, from) }),
    }),
  );
  const entries = Items.map((item) => ({
    key: item.undeliveredKey?.S ?? '',
    transactionId: item.transactionId?.S ?? '',
  }));
  return { entries, isLast: LastEvaluatedKey === undefined };
}

function keyOf(shard: number, { key, transactionId }: Entry) {
  return toAttributes({ shard, undeliveredKey: key, transactionId, item: MAIN_ITEM });
}

/** The first `size` of all shards' entries; each shard gave its first `size`, so that none before them is missing. */
function merged(pages: readonly ShardPage[], size: number): Entry[] {
  const all = pages.flatMap(({ entries }) => entries);
  // A stable sort by code units, which is how DynamoDB orders text of this kind.
  return all.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).slice(0, size);
}

function placeAfter(before: Place, { entries, isLast }: ShardPage, looked: readonly Entry[]): Place {
  const taken = entries.filter((each) => looked.includes(each));
  if (taken.length === entries.length && isLast) return 'end';
  return taken.at(-1) ?? before;
}
