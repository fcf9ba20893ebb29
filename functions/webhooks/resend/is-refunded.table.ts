import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryPage } from '../../dynamo/query.ts';
import { REFUND_PREFIX } from '../../payments/money/refund.ts';
import { itemsQuery } from '../../payments/partition.ts';

/** Whether a refund of the transaction is stored. */
export function isRefundedIn(client: DynamoDBClient, tableName: string) {
  return async (transactionId: string): Promise<boolean> => {
    const query = itemsQuery(tableName, transactionId, { from: REFUND_PREFIX, to: REFUND_PREFIX });
    const { items } = await queryPage(client, { ...query, Limit: 1 });
    return items.length > 0;
  };
}
