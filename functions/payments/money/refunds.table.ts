import { type DynamoDBClient, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { PaymentMethod } from '../../banking/bank.ts';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { conditionOf, existing, removing, updateOf, where } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { NO_MERCHANT } from '../exceptions/exception.ts';
import { type Refund, refundedAtMs, refundItem, refundOf } from './refund.ts';

/** Whose payment a refund returns. */
export interface Owner {
  merchantId: string | null;
  paymentMethod: PaymentMethod | null;
}

/** The record of a refund by its id: as it was before, or undefined where this call wrote it. */
export type RecordRefund = (refund: Refund, owner: Owner) => Promise<Refund | undefined>;

/** Records a refund, once for each id of the bank. */
export function recordRefundIn(client: DynamoDBClient, TableName: string): RecordRefund {
  return async (refund, { merchantId, paymentMethod }) => {
    // By merchant and time it is in the index of movements.
    const index = { merchantId: merchantId ?? NO_MERCHANT, paymentMethod, paidAt: refundedAtMs(refund) };
    const Item = toAttributes({ ...refund, item: refundItem(refund.refundId), ...index });
    const condition = conditionOf(where({ item: undefined }));
    const { kind, item } = await conditionalWrite(
      client.send(
        new PutItemCommand({ TableName, Item, ...condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
      ),
    );
    return kind === 'written' || !item ? undefined : refundOf(item);
  };
}

/** Records that the bank has reported what was paid. */
export type MarkAnswered = (refund: Pick<Refund, 'transactionId' | 'refundId'>) => Promise<void>;

export function markAnsweredIn(client: DynamoDBClient, TableName: string): MarkAnswered {
  return async ({ transactionId, refundId }) => {
    const Key = toAttributes({ transactionId, item: refundItem(refundId) });
    await client.send(
      new UpdateItemCommand({ TableName, Key, ...updateOf(removing('isUnanswered'), existing('transactionId')) }),
    );
  };
}
