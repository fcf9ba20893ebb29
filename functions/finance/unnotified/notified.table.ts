import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryAll } from '../../dynamo/query.ts';
import { itemsQuery } from '../../payments/partition.ts';
import { previousSeriesOf } from '../../webhooks/resend/previous-series.ts';

/**
 * Whether a previous series of this event was delivered: the resend of a delivered event may fail, and is then listed
 * as not delivered, although the merchant was notified.
 */
export function wasNotifiedIn(client: DynamoDBClient, tableName: string) {
  return async (transactionId: string, eventId: string): Promise<boolean> => {
    const items = await queryAll(client, itemsQuery(tableName, transactionId, `series#${eventId}#`));
    return items.some((item) => previousSeriesOf(item).delivery.state === 'delivered');
  };
}
