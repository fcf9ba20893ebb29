import {
  type DynamoDBClient,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { isOvertaken } from '../../dynamo/conditional-write.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { EXCEPTION_PREFIX } from '../exceptions/exception.ts';
import { exceptionOf } from '../exceptions/exception-record.ts';
import { excessReceived } from '../exceptions/exception-sums.ts';
import { itemsOf } from '../items.table.ts';
import { MAIN_ITEM } from '../tables.ts';
import type { Transaction } from '../transaction.ts';
import { REFUND_PREFIX, type Refund, refundIndexKeys, refundItem, refundOf, sumOfRefunds } from './refund.ts';

/** A refund recorded meanwhile refuses the write; each round counts it. */
const ROUNDS = 8;

/**
 * `differs`: a refund with this id is recorded with another amount or payment. `beyond`: the sum of the refunds would
 * exceed what was received; this one is not recorded.
 */
export type KeptRefund = 'kept' | 'repeat' | 'differs' | 'beyond';

/** Every refund of a transaction, read strongly. */
export type RefundsOf = (transactionId: string) => Promise<Refund[]>;

export function refundsIn(client: DynamoDBClient, tableName: string): RefundsOf {
  return async (transactionId) => (await itemsOf(client, tableName, transactionId, REFUND_PREFIX)).map(refundOf);
}

/** Gives a refund that an older version recorded its entry in the index `paid`. Safe to repeat. */
export function indexRefundIn(client: DynamoDBClient, tableName: string) {
  return async (refund: Refund, merchantId: string): Promise<void> => {
    const keys = refundIndexKeys(refund, merchantId);
    await client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: toAttributes({ transactionId: refund.transactionId, item: refundItem(refund.refundId) }),
        UpdateExpression: 'SET merchantId = :merchantId, paidAt = :paidAt',
        ExpressionAttributeValues: toAttributes({ ':merchantId': keys.merchantId, ':paidAt': keys.paidAt }),
      }),
    );
  };
}

/** Records a refund of the transaction, as it was read before. */
export type KeepRefund = (refund: Refund, transaction: Transaction) => Promise<KeptRefund>;

/**
 * Records refunds, once for each id of the bank, each together with their sum on the transaction's main item. What was
 * received beyond the payment is taken to be returned first.
 */
export function keepRefundIn(client: DynamoDBClient, tableName: string): KeepRefund {
  const refundsOf = refundsIn(client, tableName);
  return async (reported, transaction) => {
    const { transactionId, merchantId, amountCents } = transaction;
    const exceptions = (await itemsOf(client, tableName, transactionId, EXCEPTION_PREFIX)).map(exceptionOf);
    const excess = excessReceived(exceptions, transaction);
    for (let round = 0; round < ROUNDS; round += 1) {
      const kept = await refundsOf(transactionId);
      const known = kept.find(({ refundId }) => refundId === reported.refundId);
      if (known) return compared(known, reported);
      const { cents, excessCents: excessBefore = 0 } = sumOfRefunds(kept);
      const sum = reported.amountCents ?? 0;
      if (cents + excessBefore + sum > amountCents + excess) return 'beyond';
      const excessCents = Math.min(sum, Math.max(0, excess - excessBefore));
      const refund = { ...reported, ...(excessCents > 0 && { excessCents }) };
      if (await isWritten(writesOf(tableName, { refund, merchantId }, kept))) return 'kept';
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
function writesOf(
  TableName: string,
  { refund, merchantId }: { refund: Refund; merchantId: string },
  kept: readonly Refund[],
): TransactWriteItem[] {
  const { transactionId, refundId } = refund;
  const Item = toAttributes({ ...refund, item: refundItem(refundId), ...refundIndexKeys(refund, merchantId) });
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
