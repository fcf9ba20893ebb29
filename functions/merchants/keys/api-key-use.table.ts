import { type DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { setting, updateOf } from '../../dynamo/update.ts';
import { fromAttributes, toAttributes } from '../../runtime/attributes.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { type RecordUse, USE_STORED_DAYS } from './api-key-use.ts';

const use = z.object({ usedAt: z.int() });

// No source address has this form.
const keyOf = (hash: string) => toAttributes({ address: `key#${hash}` });

/**
 * Writes the time in the rate limits' table, where the authorizer may write already: it needs no right to change
 * accounts, and the times may be lost with that table. Of several environments the last write wins.
 */
export function keyUsesIn(client: DynamoDBClient, rateLimitsTable: string): RecordUse {
  return async (hash, atMs) => {
    await client.send(
      new UpdateItemCommand({
        TableName: rateLimitsTable,
        Key: keyOf(hash),
        ...updateOf(setting({ usedAt: atMs, expiresAt: Math.floor((atMs + USE_STORED_DAYS * DAY_MS) / 1_000) })),
      }),
    );
  };
}

/** When a use of this key was last recorded, in milliseconds since the epoch; undefined when it never was. */
export function lastUseIn(client: DynamoDBClient, rateLimitsTable: string) {
  return async (hash: string): Promise<number | undefined> => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: rateLimitsTable, Key: keyOf(hash), ProjectionExpression: 'usedAt' }),
    );
    return Item && use.parse(fromAttributes(Item)).usedAt;
  };
}
