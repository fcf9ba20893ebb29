import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { itemsOf, writeMainItem } from '../items.table.ts';
import type { Transaction } from '../transaction.ts';
import { REFUND_PREFIX, type Refund, refundItem, refundOf, sumOfRefunds } from './refund.ts';

/**
 * `differs`: a refund with this id is recorded with another amount or payment. `beyond`: the sum of the refunds would
 * exceed the payment; this one is not recorded.
 */
export type KeptRefund = 'kept' | 'repeat' | 'differs' | 'beyond';

/** Records a refund of the transaction, as it was read before. */
export type KeepRefund = (
  refund: Refund,
  transaction: Pick<Transaction, 'amountCents' | 'paidCents' | 'refunds'>,
) => Promise<KeptRefund>;

/**
 * Records refunds, once for each id of the bank, and then their sum on the transaction's main item. If that second write
 * is lost, the bank repeats its notification, and the repeat makes it.
 */
export function keepRefundIn(client: DynamoDBClient, tableName: string): KeepRefund {
  return async (refund, { amountCents, paidCents = amountCents, refunds }) => {
    const { transactionId } = refund;
    const kept = await refundsOf();
    const known = kept.find(({ refundId }) => refundId === refund.refundId);
    if (!known && sumOfRefunds([...kept, refund]).cents > paidCents) return 'beyond';
    const outcome = known ? compared(known, refund) : await put(refund);
    if (!known || refunds?.count !== kept.length) await writeSum(transactionId, known ? kept : await refundsOf());
    return outcome;

    async function refundsOf(): Promise<Refund[]> {
      return (await itemsOf(client, tableName, transactionId, REFUND_PREFIX)).map(refundOf);
    }
  };

  async function put(refund: Refund): Promise<KeptRefund> {
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
  }

  /** Refunds are never deleted, so of two sums the one of more refunds is the newer. */
  async function writeSum(transactionId: string, refunds: readonly Refund[]): Promise<void> {
    await writeMainItem(client, tableName, {
      transactionId,
      update: 'SET refunds = :sum',
      condition: 'attribute_exists(transactionId) AND (attribute_not_exists(refunds) OR refunds.#count < :count)',
      names: { '#count': 'count' },
      values: { ':sum': { ...sumOfRefunds(refunds) }, ':count': refunds.length },
    });
  }
}

function compared(known: Refund, { amountCents, originalBankId }: Refund): KeptRefund {
  return known.amountCents === amountCents && known.originalBankId === originalBankId ? 'repeat' : 'differs';
}
