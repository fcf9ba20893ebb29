import { ConditionalCheckFailedException, type DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { type Attribute, toAttributes } from '../runtime/attributes.ts';
import type { Merchant } from './merchant.ts';
import { merchantItemId } from './tables.ts';

export interface NewSecrets {
  /** Sealed. */
  webhookSecret: string;
  /** Sealed. */
  previousWebhookSecret: string;
  previousWebhookSecretUntil: number;
}

/** The webhook secrets on the merchants' items. Each write answers whether it was made; a refused one changes nothing. */
export function rotationWrites(client: DynamoDBClient, tableName: string) {
  const write = async (
    merchantId: string,
    update: { expression: string; condition: string; values: Record<string, Attribute> },
  ): Promise<boolean> => {
    try {
      await client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: toAttributes({ id: merchantItemId(merchantId) }),
          UpdateExpression: update.expression,
          ConditionExpression: update.condition,
          ExpressionAttributeValues: toAttributes(update.values),
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  };

  return {
    /** Only over the secret that was read, so that of two rotations at once one is made; an ended one is written over. */
    beginRotation: (seen: Merchant, { webhookSecret, previousWebhookSecret, previousWebhookSecretUntil }: NewSecrets) =>
      write(seen.merchantId, {
        expression:
          'SET webhookSecret = :current, previousWebhookSecret = :previous, previousWebhookSecretUntil = :until',
        condition: 'webhookSecret = :seen',
        values: {
          ':current': webhookSecret,
          ':previous': previousWebhookSecret,
          ':until': previousWebhookSecretUntil,
          ':seen': seen.webhookSecret,
        },
      }),

    /** Wipes the previous secret, only while it is the one that was read. */
    endRotation: (merchantId: string, until: number) =>
      write(merchantId, {
        expression: 'REMOVE previousWebhookSecret, previousWebhookSecretUntil',
        condition: 'previousWebhookSecretUntil = :until',
        values: { ':until': until },
      }),
  };
}
