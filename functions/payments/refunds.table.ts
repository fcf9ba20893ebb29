import { ConditionalCheckFailedException, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../runtime/attributes.ts';
import { type Refund, refundItem, refundOf } from './refund.ts';

/** `differs`: one with this id is kept already, of another sum or of another payment. */
export type KeptRefund = 'kept' | 'repeat' | 'differs';

export type KeepRefund = (refund: Refund) => Promise<KeptRefund>;

/** Keeps what the bank told of money that went back, once for each id of the bank. */
export function keepRefundIn(client: DynamoDBClient, tableName: string): KeepRefund {
  return async (refund) => {
    try {
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: toAttributes({ ...refund, item: refundItem(refund.refundId) }),
          // `item` is a reserved word.
          ConditionExpression: 'attribute_not_exists(#item)',
          ExpressionAttributeNames: { '#item': 'item' },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return 'kept';
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const known = error.Item && refundOf(error.Item);
      const isSame = known?.amountCents === refund.amountCents && known.originalBankId === refund.originalBankId;
      return isSame ? 'repeat' : 'differs';
    }
  };
}
