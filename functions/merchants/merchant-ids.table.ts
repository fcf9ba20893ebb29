import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { ACCOUNT_STATUSES } from './merchant.ts';
import { merchantItemId } from './tables.ts';

/**
 * Ids of the stage's merchants, out of the index `byStatus`, which holds accounts alone: half a read unit for some fifty of
 * them. With `atMost` no more than one above it are looked for: enough to see that there are too many.
 */
export function merchantIdsIn(client: DynamoDBClient, tableName: string, atMost?: number) {
  const wanted = atMost === undefined ? undefined : atMost + 1;
  return async (): Promise<string[]> => {
    const ids = await Promise.all(ACCOUNT_STATUSES.map((status) => idsOf(client, tableName, status, wanted)));
    // One that changes its status at this moment may stand under both.
    return [...new Set(ids.flat())].slice(0, wanted);
  };
}

async function idsOf(client: DynamoDBClient, TableName: string, status: string, atMost?: number): Promise<string[]> {
  const ids: string[] = [];
  let ExclusiveStartKey: Attributes | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'byStatus',
        KeyConditionExpression: 'accountStatus = :status',
        ExpressionAttributeValues: toAttributes({ ':status': status }),
        ...(atMost !== undefined && { Limit: atMost - ids.length }),
        ExclusiveStartKey,
      }),
    );
    ids.push(...Items.map(({ id }) => (id?.S ?? '').slice(merchantItemId('').length)));
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey && ids.length < (atMost ?? Infinity));
  return ids;
}
