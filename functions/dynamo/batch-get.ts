import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../runtime/attributes.ts';

/** DynamoDB's limit of keys in one call. */
export const MAX_BATCH_KEYS = 100;

const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 1_600;

/**
 * The items with these keys, in the order of the keys; undefined where there is none. A key may occur twice. Keys
 * that a throttled table leaves unprocessed are requested again after a growing pause: the SDK retries failed calls,
 * not parts of an answer.
 */
export async function batchGet(
  client: DynamoDBClient,
  tableName: string,
  keys: readonly Attributes[],
  ConsistentRead = false,
): Promise<(Attributes | undefined)[]> {
  const wanted = new Map(keys.map((key) => [nameOf(key, key), key]));
  const found = new Map<string, Attributes>();
  const left = [...wanted.values()];
  let pauseMs = FIRST_PAUSE_MS;
  while (left.length > 0) {
    const Keys = left.splice(0, MAX_BATCH_KEYS);
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead } } }),
    );
    for (const item of Responses?.[tableName] ?? []) found.set(nameOf(item, Keys[0]), item);
    const unprocessed = UnprocessedKeys?.[tableName]?.Keys ?? [];
    if (unprocessed.length === 0) continue;
    left.push(...unprocessed);
    await sleep(pauseMs);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
  return keys.map((key) => found.get(nameOf(key, key)));
}

/** The values of the key's attributes as text, in an order that does not depend on the item's. */
function nameOf(item: Attributes, key: Attributes = {}): string {
  const names = Object.keys(key).sort();
  return JSON.stringify(names.map((name) => item[name]));
}
