import { ConditionalCheckFailedException, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../runtime/attributes.ts';
import { EXCEPTION_PREFIX, type PaymentException, type RecordException } from './exception.ts';
import { openKey } from './exception-keys.ts';
import { shardOf } from './tables.ts';

// One so young is told again when it is reported again: who wrote it may have crashed before telling.
const NEWS_MS = 15 * 60_000;

/**
 * Writes an exception once: the same kind about the same payment of the bank, and the same occurrence where there can
 * be several, is the same exception, open or closed.
 */
export function recordExceptionIn(client: DynamoDBClient, tableName: string, clock: () => number): RecordException {
  return async (exception) => {
    const openedAt = clock();
    try {
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: toAttributes(itemOf(exception, openedAt)),
          // `item` is a reserved word.
          ConditionExpression: 'attribute_not_exists(#item)',
          ExpressionAttributeNames: { '#item': 'item' },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return openedAt - Number(error.Item?.openedAt?.N ?? 0) < NEWS_MS;
    }
  };
}

function itemOf({ merchantId, occurrence, ...exception }: PaymentException, openedAt: number) {
  const { transactionId, kind, bankId } = exception;
  return {
    ...exception,
    item: `${EXCEPTION_PREFIX}${kind}#${bankId}${occurrence === undefined ? '' : `#${occurrence}`}`,
    // Not `merchantId`: that attribute would enter the exception into the indexes of transactions.
    ofMerchant: merchantId,
    state: 'open',
    openedAt,
    shard: shardOf(transactionId),
    exceptionKey: openKey(merchantId, openedAt),
  };
}
