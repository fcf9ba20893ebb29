import { type DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { merchantItemId } from '../tables.ts';

/** What a rotation of the webhook secret leaves behind on the merchant's item. */
export function rotationWrites(client: DynamoDBClient, tableName: string) {
  return {
    /** Wipes the previous secret, only while it is the one that was read. False when it is not. Its time is over, so no audit entry is made. */
    async wipeEndedSecret(merchantId: string, until: number): Promise<boolean> {
      const write = await conditionalWrite(
        client.send(
          new UpdateItemCommand({
            TableName: tableName,
            Key: toAttributes({ id: merchantItemId(merchantId) }),
            UpdateExpression: 'REMOVE previousWebhookSecret, previousWebhookSecretUntil',
            ConditionExpression: 'previousWebhookSecretUntil = :until',
            ExpressionAttributeValues: toAttributes({ ':until': until }),
          }),
        ),
      );
      return write.kind === 'written';
    },
  };
}
