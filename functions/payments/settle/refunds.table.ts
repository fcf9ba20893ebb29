import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { itemsOf } from '../items.table.ts';
import { REFUND_PREFIX, type Refund, refundItem, refundOf } from './refund.ts';

/**
 * `differs`: a refund with this id is recorded with another amount or payment. `beyond`: the sum of the refunds would
 * exceed the payment; this one is not recorded.
 */
export type KeptRefund = 'kept' | 'repeat' | 'differs' | 'beyond';

/** Records a refund; `paidCents` is the amount received for the transaction. */
export type KeepRefund = (refund: Refund, paidCents: number) => Promise<KeptRefund>;

/** Records refunds, once for each id of the bank. */
export function keepRefundIn(client: DynamoDBClient, tableName: string): KeepRefund {
  return async (refund, paidCents) => {
    const kept = (await itemsOf(client, tableName, refund.transactionId, REFUND_PREFIX)).map(refundOf);
    const known = kept.find(({ refundId }) => refundId === refund.refundId);
    if (known) return compared(known, refund);
    const returnedCents = [...kept, refund].reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
    if (returnedCents > paidCents) return 'beyond';
    const write = await conditionalWrite(
      client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: toAttributes({ ...refund, item: refundItem(refund.refundId) }),
          // `item` is a reserved word.
          ConditionExpression: 'attribute_not_exists(#item)',
          ExpressionAttributeNames: { '#item': 'item' },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    if (write.kind === 'written') return 'kept';
    if (!write.item) throw new Error('refund: the refused write returned no item');
    return compared(refundOf(write.item), refund);
  };
}

function compared(known: Refund, { amountCents, originalBankId }: Refund): KeptRefund {
  return known.amountCents === amountCents && known.originalBankId === originalBankId ? 'repeat' : 'differs';
}
