import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { batchGet } from '../dynamo/batch-get.ts';
import type { Attributes } from '../runtime/attributes.ts';

/** Reads one item by its key, eventually consistent; undefined when there is none. */
export type ReadItem = (tableName: string, key: Attributes) => Promise<Attributes | undefined>;

interface Wanted {
  key: Attributes;
  resolve(item: Promise<Attributes | undefined> | Attributes | undefined): void;
}

/**
 * Reads of the same turn of the event loop are one BatchGetItem for each table: a batch of ten messages makes two calls
 * instead of twenty, at the same read units. When the call fails each is read singly, so that no read fails because of
 * another.
 */
export function batchedReads(client: DynamoDBClient): ReadItem {
  const waiting = new Map<string, Wanted[]>();
  const flush = () => {
    for (const [tableName, wanted] of waiting) void readTogether(client, tableName, wanted);
    waiting.clear();
  };
  return (tableName, key) =>
    new Promise((resolve) => {
      if (waiting.size === 0) queueMicrotask(flush);
      const wanted = waiting.get(tableName) ?? [];
      waiting.set(tableName, wanted);
      wanted.push({ key, resolve });
    });
}

/** Never rejects: a read that fails does. */
async function readTogether(client: DynamoDBClient, tableName: string, wanted: readonly Wanted[]): Promise<void> {
  const keys = wanted.map(({ key }) => key);
  const items = keys.length > 1 ? await batchGet(client, tableName, keys).catch(() => undefined) : undefined;
  for (const [position, { key, resolve }] of wanted.entries()) {
    resolve(items ? items[position] : readOne(client, tableName, key));
  }
}

async function readOne(client: DynamoDBClient, TableName: string, Key: Attributes): Promise<Attributes | undefined> {
  return (await client.send(new GetItemCommand({ TableName, Key }))).Item;
}
