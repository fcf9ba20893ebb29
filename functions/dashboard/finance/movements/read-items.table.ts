import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet } from '../../../dynamo/batch-get.ts';
import { type Attributes, toAttributes } from '../../../runtime/attributes.ts';

/** The items under these keys, read strongly, in that order; undefined where there is none. */
export type ReadItems = (
  keys: readonly { transactionId: string; item: string }[],
) => Promise<(Attributes | undefined)[]>;

export function readItemsIn(client: DynamoDBClient, tableName: string): ReadItems {
  return (keys) => batchGet(client, tableName, keys.map(toAttributes), true);
}
