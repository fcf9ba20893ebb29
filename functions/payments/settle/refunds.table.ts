import { type DynamoDBClient, type TransactWriteItem, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { isOvertaken } from '../../dynamo/conditional-write.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { EXCEPTION_PREFIX } from '../exceptions/exception.ts';
import { exceptionOf } from '../exceptions/exception-record.ts';
import { excessReceived } from '../exceptions/exception-sums.ts';
import { itemsOf } from '../items.table.ts';
import { MAIN_ITEM } from '../tables.ts';
import type { Transaction } from '../transaction.ts';
import { REFUND_PREFIX, type Refund, refundItem, refundOf, sumOfRefunds } from './refund.ts';

/** A refund recorded meanwhile refuses the write; each round counts it. */
const ROUNDS = 8;

/**
 * `differs`: a refund with this id is recorded with another amount or payment. `beyond`: the sum of the refunds would
 * exceed what was received; this one is not recorded.
 */
export type KeptRefund = 'kept' | 'repeat' | 'differs' | 'beyond';

/** Records a refund of the transaction, as it was read before. */
export type KeepRefund = (refund: Refund, transaction: Transaction) => Promise<KeptRefund>;

/**
 * Records refunds, once for each id of the bank, each together with their sum on the transaction's main item. What was
 * received beyond the payment is taken to be returned first.
 */
export function keepRefundIn(client: DynamoDBClient, tableName: string): KeepRefund {
  return async (reported, transaction) => {
    const { transactionId, amountCents } = transaction;
    const itemsBy = (prefix: string) => itemsOf(client, tableName, transactionId, prefix);
    const exceptions = (await itemsBy(EXCEPTION_PREFIX)).map(exceptionOf);
    const excess = excessReceived(exceptions, transaction);
    for (let round = 0; round < ROUNDS; round += 1) {
      const kept = (await itemsBy(REFUND_PREFIX)).map(refundOf);
      const known = kept.find(({ refundId }) => refundId === reported.refundId);
      if (known) return compared(known, reported);
      const { cents, excessCents: excessBefore = 0 } = sumOfRefunds(kept);
      const sum = reported.amountCents ?? 0;
      if (cents + excessBefore + sum > amountCents + excess) return 'beyond';
      const excessCents = Math.min(sum, Math.max(0, excess - excessBefore));
      const refund = { ...reported, ...(excessCents > 0 && { excessCents }) };
      if (await isWritten(writesOf(tableName, refund, kept))) return 'kept';
    }
    throw new Error('refund: the refunds of the transaction changed on every try');
  };

  async function isWritten(TransactItems: TransactWriteItem[]): Promise<boolean> {
    try {
      await client.send(new TransactWriteItemsCommand({ TransactItems }));
      return true;
    } catch (error) {
      if (isOvertaken(error)) return false;
      throw error;
    }
  }
}

/** The refund's item, and the sum with those `kept` before it, only while these are all. */
function writesOf(TableName: string, refund: Refund, kept: readonly Refund[]): TransactWriteItem[] {
  const { transactionId, refundId } = refund;
  const Item = toAttributes({ ...refund, item: refundItem(refundId) });
  const isNew = 'attribute_not_exists(#item)';
  // `item` is a reserved word.
  const names = { '#item': 'item' };
  const areAll = kept.length === 0 ? 'attribute_not_exists(refunds)' : 'refunds.#count = :count';
  return [
    { Put: { TableName, Item, ConditionExpression: isNew, ExpressionAttributeNames: names } },
    {
      Update: {
        TableName,
        Key: toAttributes({ transactionId, item: MAIN_ITEM }),
        UpdateExpression: 'SET refunds = :sum',
        ConditionExpression: `attribute_exists(transactionId) AND ${areAll}`,
        ...(kept.length > 0 && { ExpressionAttributeNames: { '#count': 'count' } }),
        ExpressionAttributeValues: toAttributes({
          ':sum': { ...sumOfRefunds([...kept, refund]) },
          ...(kept.length > 0 && { ':count': kept.length }),
        }),
      },
    },
  ];
}

function compared(known: Refund, { amountCents, originalBankId }: Refund): KeptRefund {
  return known.amountCents === amountCents && known.originalBankId === originalBankId ? 'repeat' : 'differs';
}
