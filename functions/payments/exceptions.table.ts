import { ConditionalCheckFailedException, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../runtime/attributes.ts';
import { isoTime } from '../runtime/clock.ts';
import type { ExceptionKind } from './judge.ts';
import { shardOf } from './tables.ts';

/** A disagreement between the bank's money and our record, for a person to close (decision D9, invariant 9). */
export interface PaymentException {
  kind: ExceptionKind;
  /** The transaction, or for a foreign payment `foreign_` and the bank's id. */
  transactionId: string;
  merchantId: string | null;
  bankAccount: string;
  bankId: string;
  noticeId: string | null;
  expectedCents: number | null;
  receivedCents: number | null;
}

export type RecordException = (exception: PaymentException) => Promise<void>;

/** Writes an exception once: the same kind about the same payment of the bank is the same exception, however often it is reported. */
export function recordExceptionIn(client: DynamoDBClient, tableName: string, clock: () => number): RecordException {
  return async (exception) => {
    const openedAt = clock();
    const { transactionId, kind, bankId, merchantId } = exception;
    const item = {
      ...exception,
      item: `exception#${kind}#${bankId}`,
      // Not `merchantId`: that attribute would enter the exception into the indexes of transactions.
      merchantId: undefined,
      ofMerchant: merchantId,
      state: 'open',
      openedAt,
      shard: shardOf(transactionId),
      exceptionKey: `${merchantId ?? '-'}#${isoTime(openedAt)}`,
    };
    try {
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: toAttributes(item),
          // `item` is a reserved word.
          ConditionExpression: 'attribute_not_exists(#item)',
          ExpressionAttributeNames: { '#item': 'item' },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  };
}
