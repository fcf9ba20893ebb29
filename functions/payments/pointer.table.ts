import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { fromAttributes, toAttributes } from '../runtime/attributes.ts';

/**
 * Items that lead from a bank id to our transaction, for providers whose notices name nothing else of ours
 * (`BankNeeds.pointer`): `pointer#{account}#{bankId}`. They stay as long as the transaction, since money may come late.
 */
export function pointersTable(client: DynamoDBClient, tableName: string) {
  const keyOf = (bankAccount: string, bankId: string) => ({
    transactionId: `pointer#${bankAccount}#${bankId}`,
    item: 'pointer',
  });
  return {
    /** Before the claim: one that leads to a start which was never made does no harm, a start without one would. */
    async point(bankAccount: string, bankId: string, leadsTo: string): Promise<void> {
      await client.send(
        new PutItemCommand({ TableName: tableName, Item: toAttributes({ ...keyOf(bankAccount, bankId), leadsTo }) }),
      );
    },

    /** The id of the transaction; undefined where the account has no such payment. */
    async pointedBy(bankAccount: string, bankId: string): Promise<string | undefined> {
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
