import { GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { fromAttributes, toAttributes } from '../../runtime/attributes.ts';
import { REGISTRATIONS_PARTITION, registrationKey, type Table } from '../table.ts';

/** What was registered for one method of an account. It alone decides what a callback carries. */
const registration = z.object({
  account: z.string(),
  method: z.enum(['MBWAY', 'REFERENCE']),
  /** The anti-phishing key. Must not be logged or answered. */
  apKey: z.string(),
  /** The URL with its placeholders. */
  template: z.string(),
});
export type Registration = z.infer<typeof registration>;

/** Replaces the registration of the method. It does not expire. */
export async function storeRegistration({ dynamo, tableName }: Table, registered: Registration): Promise<void> {
  const Item = { ...registrationKey(registered.account, registered.method), ...toAttributes(registered) };
  await dynamo.send(new PutItemCommand({ TableName: tableName, Item }));
}

export async function readRegistration(
  { dynamo, tableName }: Table,
  account: string,
  method: string,
): Promise<Registration | undefined> {
  const Key = registrationKey(account, method);
  const { Item } = await dynamo.send(new GetItemCommand({ TableName: tableName, Key, ConsistentRead: true }));
  return Item && registration.parse(fromAttributes(Item));
}

export async function readRegistrations({ dynamo, tableName }: Table): Promise<Registration[]> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: toAttributes({ ':pk': REGISTRATIONS_PARTITION }),
    }),
  );
  return Items.map((item) => registration.parse(fromAttributes(item)));
}
