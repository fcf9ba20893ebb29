import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet } from '../../dynamo/batch-get.ts';
import { queryPage } from '../../dynamo/query.ts';
import { type AccountStatus, merchantOf } from '../../merchants/accounts/merchant.ts';
import { merchantItemId } from '../../merchants/tables.ts';
import { type Attributes, toAttributes } from '../../runtime/attributes.ts';
import type { AccountPosition, FindAccounts } from './accounts-search.ts';

/**
 * Accounts in one status, by time of creation. The index is eventually consistent: an account whose status has changed
 * since is left out, and is found under its new one.
 */
export function findAccountsIn(client: DynamoDBClient, tableName: string): FindAccounts {
  return async (status, { limit, after, isOldestFirst }) => {
    const query = {
      TableName: tableName,
      IndexName: 'byStatus',
      KeyConditionExpression: 'accountStatus = :status',
      ExpressionAttributeValues: toAttributes({ ':status': status }),
      ScanIndexForward: isOldestFirst,
      Limit: limit,
    };
    const page = await queryPage(client, query, after && keyOf(after));
    const positions = page.items.map((item) => positionOf(status, item));
    const keys = positions.map(({ merchantId }) => toAttributes({ id: merchantItemId(merchantId) }));
    const found = (await batchGet(client, tableName, keys, true)).flatMap((item) => (item ? merchantOf(item) : []));
    return {
      accounts: found.filter(({ accountStatus }) => accountStatus === status),
      last: positions.at(-1),
      isLast: page.after === undefined,
    };
  };
}

function positionOf(status: AccountStatus, { id, createdAt }: Attributes): AccountPosition {
  return { status, createdAt: Number(createdAt?.N), merchantId: (id?.S ?? '').slice(merchantItemId('').length) };
}

function keyOf({ status, createdAt, merchantId }: AccountPosition): Attributes {
  return toAttributes({ accountStatus: status, createdAt, id: merchantItemId(merchantId) });
}
