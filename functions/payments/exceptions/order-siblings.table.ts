import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet, MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { queryAll } from '../../dynamo/query.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { MAIN_ITEM } from '../tables.ts';
import { type Transaction, transactionOf } from '../transaction.ts';

/** Reads the other transactions of a transaction's order; `isComplete` is false where there may be more. */
export type OrderSiblings = (
  transaction: Pick<Transaction, 'transactionId' | 'merchantId' | 'externalOrderId'>,
) => Promise<{ siblings: Transaction[]; isComplete: boolean }>;

/**
 * Queries the index `byOrder` (keys only) and reads the transactions: at most a hundred, for a merchant that uses one
 * order id for all payments. An ordinary order has one transaction and costs half a read unit.
 */
export function orderSiblingsIn(client: DynamoDBClient, TableName: string): OrderSiblings {
  return async ({ transactionId, merchantId, externalOrderId }) => {
    const query = {
      TableName,
      IndexName: 'byOrder',
      KeyConditionExpression: 'merchantId = :merchantId AND externalOrderId = :order',
      ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId, ':order': externalOrderId }),
    };
    const entries = await queryAll(client, query, MAX_BATCH_KEYS);
    const ids = entries.flatMap((entry) => entry.transactionId?.S ?? []).filter((id) => id !== transactionId);
    const keys = ids.map((id) => toAttributes({ transactionId: id, item: MAIN_ITEM }));
    const items = await batchGet(client, TableName, keys);
    const siblings = items.flatMap((item) => (item ? transactionOf(item) : []));
    return { siblings, isComplete: entries.length < MAX_BATCH_KEYS };
  };
}
