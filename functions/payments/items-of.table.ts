import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';

/** Every item of a transaction whose sort key begins with `prefix`, in the order of their keys; read consistently. */
export async function itemsOf(
  client: DynamoDBClient,
  TableName: string,
  transactionId: string,
  prefix: string,
): Promise<Attributes[]> {
  const found: Attributes[] = [];
  let ExclusiveStartKey: Attributes | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        // `item` is a reserved word.
        KeyConditionExpression: 'transactionId = :id AND begins_with(#item, :prefix)',
        ExpressionAttributeNames: { '#item': 'item' },
        ExpressionAttributeValues: toAttributes({ ':id': transactionId, ':prefix': prefix }),
        ConsistentRead: true,
        ExclusiveStartKey,
      }),
    );
    found.push(...Items);
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}
