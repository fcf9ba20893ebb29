import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { fromAttributes, toAttributes } from '../runtime/attributes.ts';
import { type UserLink, userItem, userItemId } from './user.ts';

// Not `merchantId`, `accountStatus` or `createdAt`, so that no reader or index mistakes a user for an account.
const link = z.object({ ofMerchant: z.string() });

export type Users = ReturnType<typeof usersTable>;

export function usersTable(client: DynamoDBClient, tableName: string) {
  return {
    /** Whose account it is; strongly consistent, so that a user's second call finds what the first one made. */
    async merchantOf(userId: string): Promise<string | undefined> {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key: toAttributes({ id: userItemId(userId) }),
          ConsistentRead: true,
        }),
      );
      return Item && link.parse(fromAttributes(Item)).ofMerchant;
    },
  };
}

/** Links a user to an existing account, instead of any previous one. For the demo accounts of one machine, not the API. */
export function linkUserIn(client: DynamoDBClient, tableName: string) {
  return async (user: UserLink): Promise<void> => {
    await client.send(new PutItemCommand({ TableName: tableName, Item: toAttributes(userItem(user)) }));
  };
}
