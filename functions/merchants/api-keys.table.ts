import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../runtime/attributes.ts';
import { apiKeyHash } from './api-key.ts';
import { type ApiKeyItem, apiKeyItemOf } from './merchant.ts';
import { apiKeyItemId } from './tables.ts';

export type FindApiKey = (apiKey: string) => Promise<ApiKeyItem | undefined>;

/** Finds who a key belongs to. Eventually consistent: a change of account status is seen within a second (decision D19). */
export function apiKeysIn(client: DynamoDBClient, tableName: string): FindApiKey {
  return async (apiKey) => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: tableName, Key: toAttributes({ id: apiKeyItemId(apiKeyHash(apiKey)) }) }),
    );
    return Item && apiKeyItemOf(Item);
  };
}
