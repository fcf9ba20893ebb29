import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryAll } from '../dynamo/query.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';

/** Every item of a transaction whose sort key begins with `prefix`, in the order of their keys; read consistently. */
export function itemsOf(
  client: DynamoDBClient,
  TableName: string,
  transactionId: string,
  prefix: string,
): Promise<Attributes[]> {
  return queryAll(client, {
    TableName,
    // `item` is a reserved word.
    KeyConditionExpression: 'transactionId = :id AND begins_with(#item, :prefix)',
    ExpressionAttributeNames: { '#item': 'item' },
    ExpressionAttributeValues: toAttributes({ ':id': transactionId, ':prefix': prefix }),
    ConsistentRead: true,
  });
}
