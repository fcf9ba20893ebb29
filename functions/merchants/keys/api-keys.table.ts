import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../runtime/attributes.ts';
import { type ApiKeyItem, apiKeyItemOf } from '../accounts/merchant.ts';
import { apiKeyItemId } from '../tables.ts';
import { apiKeyHash } from './api-key.ts';

export type FindApiKey = (apiKey: string) => Promise<ApiKeyItem | undefined>;

/** Finds a key's merchant. Eventually consistent: a change of account status applies within a second (decision D19). */
export function apiKeysIn(client: DynamoDBClient, tableName: string): FindApiKey {
  const readKey = apiKeyItemsIn(client, tableName);
  return (apiKey) => readKey(apiKeyHash(apiKey));
}

/** The same by the key's hash, for callers that have only that. */
export function apiKeyItemsIn(client: DynamoDBClient, tableName: string) {
  return async (hash: string): Promise<ApiKeyItem | undefined> => {
    const Key = toAttributes({ id: apiKeyItemId(hash) });
    const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key }));
    return Item && apiKeyItemOf(Item);
  };
}
