import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { fromAttributes, toAttributes } from '../runtime/attributes.ts';

/**
 * Pointer items from a bank id to a transaction, for providers whose notifications contain no transaction id
 * (`BankNeeds.pointer`): `pointer#{account}#{bankId}`. They are kept as long as the transaction: money may come late.
 */
export function pointersTable(client: DynamoDBClient, tableName: string) {
  const keyOf = (bankAccount: string, bankId: string) => ({
    transactionId: `pointer#${bankAccount}#${bankId}`,
    item: 'pointer',
  });
  return {
    /** Written before the claim: a pointer without a start is harmless, a start without a pointer is not. */
    async writePointer(bankAccount: string, bankId: string, leadsTo: string): Promise<void> {
      await client.send(
        new PutItemCommand({ TableName: tableName, Item: toAttributes({ ...keyOf(bankAccount, bankId), leadsTo }) }),
      );
    },

    /** The transaction id for a bank id; undefined where the account has no such payment. */
    async readPointer(bankAccount: string, bankId: string): Promise<string | undefined> {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key: toAttributes(keyOf(bankAccount, bankId)),
          ConsistentRead: true,
        }),
      );
      const leadsTo = Item && fromAttributes(Item).leadsTo;
      return typeof leadsTo === 'string' ? leadsTo : undefined;
    },
  };
}
