import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { fromAttributes, toAttributes } from '../runtime/attributes.ts';

/** A Multibanco reference: five and nine digits. */
export interface Reference {
  entity: string;
  reference: string;
}

/**
 * Pointer items that lead to a transaction. From a bank id, for providers whose notifications contain no transaction
 * id (`BankNeeds.pointer`): `pointer#{account}#{bankId}`. From an issued reference, for the dashboard's search:
 * `reference#{entity}#{reference}`; a bank that issues it again leads to the newer one. They are stored as long as the
 * transaction: money may come late.
 */
export function pointersTable(client: DynamoDBClient, tableName: string) {
  const ofBankId = (bankAccount: string, bankId: string) => `pointer#${bankAccount}#${bankId}`;
  const ofReference = ({ entity, reference }: Reference) => `reference#${entity}#${reference}`;
  const keyOf = (pointer: string) => ({ transactionId: pointer, item: 'pointer' });
  const write = async (pointer: string, leadsTo: string): Promise<void> => {
    const item = { ...keyOf(pointer), leadsTo };
    await client.send(new PutItemCommand({ TableName: tableName, Item: toAttributes(item) }));
  };
  const read = async (pointer: string, consistent: boolean): Promise<string | undefined> => {
    const Key = toAttributes(keyOf(pointer));
    const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key, ConsistentRead: consistent }));
    const leadsTo = Item && fromAttributes(Item).leadsTo;
    return typeof leadsTo === 'string' ? leadsTo : undefined;
  };
  return {
    /** Written before the claim: a pointer without a start is harmless, a start without a pointer is not. */
    writePointer: (bankAccount: string, bankId: string, leadsTo: string) =>
      write(ofBankId(bankAccount, bankId), leadsTo),
    /** The transaction id for a bank id; undefined where the account has no such payment. */
    readPointer: (bankAccount: string, bankId: string) => read(ofBankId(bankAccount, bankId), true),
    /** Written before the reference is recorded, so that every one a customer gets can be found. */
    writeReference: (reference: Reference, leadsTo: string) => write(ofReference(reference), leadsTo),
    /** The transaction id for a reference; undefined where none was issued. */
    readReference: (reference: Reference) => read(ofReference(reference), false),
  };
}
