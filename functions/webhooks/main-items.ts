import { BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { MAIN_ITEM } from '../payments/tables.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { type EventRecord, eventRecordOf } from './event.ts';

/** As many as DynamoDB reads in one call. */
export const MAXIMUM_READ = 100;

/** The main items of these transactions, eventually consistent, in the order asked for; what is not there is left out. */
export async function readMainItems(
  client: DynamoDBClient,
  tableName: string,
  transactionIds: readonly string[],
): Promise<EventRecord[]> {
  const found = new Map<string, EventRecord>();
  let Keys: Attributes[] = [...new Set(transactionIds)].map((transactionId) =>
    toAttributes({ transactionId, item: MAIN_ITEM }),
  );
  while (Keys.length > 0) {
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys } } }),
    );
    for (const record of (Responses?.[tableName] ?? []).map(eventRecordOf)) found.set(record.transactionId, record);
    // What a throttled table left over; the SDK's own back-off has been applied to the call as a whole.
    Keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return transactionIds.flatMap((transactionId) => found.get(transactionId) ?? []);
}
