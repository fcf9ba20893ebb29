import { type DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { setting, updateOf, where } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';

export type MailDay = ReturnType<typeof mailDayTable>;

/** The last day of which every mail is recorded, in the partition of the nights. */
export function mailDayTable(client: DynamoDBClient, TableName: string) {
  const Key = toAttributes({ transactionId: 'night', item: 'mail' });
  return {
    async read(): Promise<string | undefined> {
      const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
      return Item?.day?.S;
    },

    /** False where another run was first. */
    async move(from: string | undefined, day: string): Promise<boolean> {
      const update = updateOf(setting({ day }), where({ day: from }));
      return (
        (await conditionalWrite(client.send(new UpdateItemCommand({ TableName, Key, ...update })))).kind === 'written'
      );
    },
  };
}
