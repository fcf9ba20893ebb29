import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { fromAttributes, toAttributes } from '../runtime/attributes.ts';

/** The account of a user, stored in the `merchants` table under `user#` and the issuer's id of the person. */
export interface UserLink {
  userId: string;
  merchantId: string;
  /** Milliseconds since the epoch. */
  linkedAt: number;
}

// Not `merchantId`, `accountStatus` or `createdAt`, so that nothing takes a user for an account.
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

/** Written in one transaction with the account that it leads to (`first-call.ts`). */
export function userItem({ userId, merchantId, linkedAt }: UserLink) {
  return { id: userItemId(userId), ofMerchant: merchantId, linkedAt };
}

/** Links a user to an existing account, instead of any previous one. For the operator's command, not the API. */
export async function linkUser(client: DynamoDBClient, tableName: string, user: UserLink): Promise<void> {
  await client.send(new PutItemCommand({ TableName: tableName, Item: toAttributes(userItem(user)) }));
}

function userItemId(userId: string): string {
  return `user#${userId}`;
}
