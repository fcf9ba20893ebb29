import { DeleteItemCommand, type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import {
  type ExceptionRecord,
  exceptionOf,
  isException,
} from '../../../functions/payments/exceptions/exception-record.ts';
import { MAIN_ITEM } from '../../../functions/payments/tables.ts';
import { type Delivery, type Transaction, transactionOf } from '../../../functions/payments/transaction.ts';
import { type Attributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { type EventRecord, eventRecordOf } from '../../../functions/webhooks/event.ts';
import { isTestEvent } from '../../../functions/webhooks/event-kind.ts';
import { isResendRecord, resendRecordOf } from '../../../functions/webhooks/resend/resend-record.ts';
import { TABLES } from '../../rig/tables.ts';

/** Everything stored for one transaction or test event. */
export interface Stored {
  record: EventRecord;
  /** Undefined for a test event. */
  transaction: Transaction | undefined;
  isDue: boolean;
  /** The deliveries of each event, before and after each resend, the current one first. */
  deliveries: Map<string, Delivery[]>;
  exceptions: ExceptionRecord[];
}

export async function readStored(client: DynamoDBClient, transactionId: string): Promise<Stored | undefined> {
  const items = await itemsOf(client, transactionId);
  const main = items.find(({ item }) => item?.S === MAIN_ITEM);
  if (!main) return undefined;
  const record = eventRecordOf(main);
  const deliveries = new Map(record.settlements.map(({ eventId, delivery }) => [eventId, [delivery]]));
  for (const item of items.filter((each) => isResendRecord(each.item?.S ?? ''))) {
    const before = resendRecordOf(item);
    deliveries.get(before.eventId)?.push(before.delivery);
  }
  const transaction = isTestEvent(record) ? undefined : transactionOf(main);
  const exceptions = items.filter(({ item }) => isException(item?.S ?? '')).map(exceptionOf);
  return { record, transaction, isDue: 'dueAt' in main, deliveries, exceptions };
}

/** Every item of a transaction, or of the partition of foreign payments. */
export async function itemsOf(client: DynamoDBClient, transactionId: string): Promise<Attributes[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      ConsistentRead: true,
      KeyConditionExpression: 'transactionId = :id',
      ExpressionAttributeValues: toAttributes({ ':id': transactionId }),
    }),
  );
  return Items;
}

/** Removes an item, so that no later run finds it due. */
export async function remove(client: DynamoDBClient, transactionId: string, item = MAIN_ITEM): Promise<void> {
  const Key = toAttributes({ transactionId, item });
  await client.send(new DeleteItemCommand({ TableName: TABLES.transactions, Key }));
}

/** The ids of all transactions of a merchant. */
export async function transactionIdsOf(client: DynamoDBClient, merchantId: string): Promise<Set<string>> {
  const found = new Set<string>();
  let ExclusiveStartKey: Attributes | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: TABLES.transactions,
        IndexName: 'byMerchant',
        KeyConditionExpression: 'merchantId = :merchant',
        ExpressionAttributeValues: toAttributes({ ':merchant': merchantId }),
        ExclusiveStartKey,
      }),
    );
    for (const item of page.Items ?? []) found.add(String(item.transactionId?.S));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}
