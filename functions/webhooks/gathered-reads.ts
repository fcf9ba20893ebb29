import { BatchGetItemCommand, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../runtime/attributes.ts';

/** Reads one item by its key, eventually consistent; undefined when there is none. */
export type ReadItem = (tableName: string, key: Attributes) => Promise<Attributes | undefined>;

interface Wanted {
  tableName: string;
  key: Attributes;
  resolve(item: Promise<Attributes | undefined> | Attributes | undefined): void;
}

/** As many keys as one call takes. */
const MAXIMUM_KEYS = 100;

/**
 * Reads that are asked for in the same turn of the event loop travel in one BatchGetItem, over all tables, and the same
 * key but once: a batch of ten messages makes one call where it made twenty, at the same read units. What the batch
 * does not answer (throttled keys, a failed call) is read singly, so that one read never fails for another.
 */
export function gatheredReads(client: DynamoDBClient): ReadItem {
  let waiting: Wanted[] = [];
  const flush = () => {
    const wanted = waiting;
    waiting = [];
    for (let start = 0; start < wanted.length; start += MAXIMUM_KEYS) {
      void readTogether(client, wanted.slice(start, start + MAXIMUM_KEYS));
    }
  };
  return (tableName, key) =>
    new Promise((resolve) => {
      if (waiting.length === 0) queueMicrotask(flush);
      waiting.push({ tableName, key, resolve });
    });
}

/** Never rejects: what fails is settled through the single reads. */
async function readTogether(client: DynamoDBClient, wanted: readonly Wanted[]): Promise<void> {
  const keys = new Map<string, Wanted>(wanted.map((each) => [nameOf(each.tableName, each.key), each]));
  const found = keys.size > 1 ? await readBatch(client, [...keys.values()]) : new Map<string, Attributes | undefined>();
  for (const { tableName, key, resolve } of wanted) {
    const name = nameOf(tableName, key);
    resolve(found.has(name) ? found.get(name) : readOne(client, tableName, key));
  }
}

/** The items by name, undefined where there is none; what the call left out is not in it. */
async function readBatch(
  client: DynamoDBClient,
  wanted: readonly Wanted[],
): Promise<Map<string, Attributes | undefined>> {
  const RequestItems: Record<string, { Keys: Attributes[] }> = {};
  for (const { tableName, key } of wanted) {
    RequestItems[tableName] ??= { Keys: [] };
    RequestItems[tableName].Keys.push(key);
  }
  const answer = await client.send(new BatchGetItemCommand({ RequestItems })).catch(() => undefined);
  if (!answer) return new Map();
  const found = new Map<string, Attributes | undefined>(
    wanted.map(({ tableName, key }) => [nameOf(tableName, key), undefined]),
  );
  for (const [tableName, items] of Object.entries(answer.Responses ?? {})) {
    const keyNames = Object.keys(RequestItems[tableName]?.Keys[0] ?? {});
    for (const item of items) found.set(nameOf(tableName, item, keyNames), item);
  }
  for (const [tableName, { Keys = [] }] of Object.entries(answer.UnprocessedKeys ?? {})) {
    for (const key of Keys) found.delete(nameOf(tableName, key));
  }
  return found;
}

async function readOne(client: DynamoDBClient, TableName: string, Key: Attributes): Promise<Attributes | undefined> {
  return (await client.send(new GetItemCommand({ TableName, Key }))).Item;
}

/** Table and key as text; all keys of ours are strings. */
function nameOf(tableName: string, attributes: Attributes, keyNames = Object.keys(attributes)): string {
  return JSON.stringify([tableName, ...keyNames.sort().map((name) => attributes[name]?.S)]);
}
