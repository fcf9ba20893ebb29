import { BatchGetItemCommand, type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { ACCOUNT_STATUSES, type AccountStatus, type Merchant, merchantOf } from '../merchants/merchant.ts';
import { merchantItemId } from '../merchants/tables.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';

/** An entry of the index `byStatus`. */
export const accountPlace = z.object({
  status: z.enum(ACCOUNT_STATUSES),
  createdAt: z.int().check(z.nonnegative()),
  merchantId: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type AccountPlace = z.infer<typeof accountPlace>;

export type FindAccounts = (
  status: AccountStatus,
  page: { limit: number; after?: AccountPlace | undefined },
) => Promise<{ accounts: Merchant[]; last: AccountPlace | undefined; isLast: boolean }>;

/**
 * Accounts in one status, the newest first, at most 100 at a time. The index lags behind by a moment: an account whose
 * status has changed since is left out here, and stands, or will, under its new one.
 */
export function findAccountsIn(client: DynamoDBClient, tableName: string): FindAccounts {
  return async (status, { limit, after }) => {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: tableName,
        IndexName: 'byStatus',
        KeyConditionExpression: 'accountStatus = :status',
        ExpressionAttributeValues: toAttributes({ ':status': status }),
        ScanIndexForward: false,
        Limit: limit,
        ...(after && { ExclusiveStartKey: keyOf(after) }),
      }),
    );
    const places = Items.map((item) => placeOf(status, item));
    const found = await readAccounts(client, tableName, places);
    return {
      accounts: found.filter(({ accountStatus }) => accountStatus === status),
      last: places.at(-1),
      isLast: LastEvaluatedKey === undefined,
    };
  };
}

function placeOf(status: AccountStatus, { id, createdAt }: Attributes): AccountPlace {
  return { status, createdAt: Number(createdAt?.N), merchantId: (id?.S ?? '').slice(merchantItemId('').length) };
}

function keyOf({ status, createdAt, merchantId }: AccountPlace): Attributes {
  return toAttributes({ accountStatus: status, createdAt, id: merchantItemId(merchantId) });
}

async function readAccounts(
  client: DynamoDBClient,
  tableName: string,
  places: readonly AccountPlace[],
): Promise<Merchant[]> {
  const found = new Map<string, Merchant>();
  let Keys: Attributes[] = places.map(({ merchantId }) => toAttributes({ id: merchantItemId(merchantId) }));
  while (Keys.length > 0) {
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead: true } } }),
    );
    for (const account of (Responses?.[tableName] ?? []).map(merchantOf)) found.set(account.merchantId, account);
    Keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return places.flatMap(({ merchantId }) => found.get(merchantId) ?? []);
}
