import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryAll } from '../../dynamo/query.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { merchantItemId } from '../tables.ts';
import { ACCOUNT_STATUSES } from './merchant.ts';

/**
 * Ids of the stage's merchants, by status, the newest first, out of the index `byStatus`, which holds accounts alone: half
 * a read unit for some fifty of them. With `atMost` no more than one above it are looked for: enough to see that there are
 * too many.
 */
export function merchantIdsIn(client: DynamoDBClient, tableName: string, atMost?: number) {
  const wanted = atMost === undefined ? undefined : atMost + 1;
  return async (): Promise<string[]> => {
    const found = await Promise.all(
      ACCOUNT_STATUSES.map((status) =>
        queryAll(
          client,
          {
            TableName: tableName,
            IndexName: 'byStatus',
            KeyConditionExpression: 'accountStatus = :status',
            ExpressionAttributeValues: toAttributes({ ':status': status }),
            ScanIndexForward: false,
          },
          wanted,
        ),
      ),
    );
    const ids = found.flat().map(({ id }) => (id?.S ?? '').slice(merchantItemId('').length));
    // One that changes its status at this moment may stand under both.
    return [...new Set(ids)].slice(0, wanted);
  };
}
