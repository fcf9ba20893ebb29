import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet } from '../../dynamo/batch-get.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { type EventRecord, eventRecordOf } from '../event.ts';

/** The main items of these transactions, eventually consistent, in the order asked for; what is not there is left out. */
export async function readMainItems(
  client: DynamoDBClient,
  tableName: string,
  transactionIds: readonly string[],
): Promise<EventRecord[]> {
  const keys = transactionIds.map((transactionId) => toAttributes({ transactionId, item: MAIN_ITEM }));
  const items = await batchGet(client, tableName, keys);
  return items.flatMap((item) => (item ? eventRecordOf(item) : []));
}
