import { type DynamoDBClient, TransactionCanceledException, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { EventRecord } from '../event.ts';
import { previousSeriesItem, type ResendReason } from './previous-series.ts';
import { resendWrite } from './resend-write.ts';

/** Begins the next series of the newest event, the one before kept beside it in the same write; `raced` when it changed since the read. */
export type BeginSeries = (
  record: EventRecord,
  resend: ResendReason & { resentAt: number },
) => Promise<'begun' | 'raced'>;

export function beginSeriesIn(client: DynamoDBClient, tableName: string): BeginSeries {
  return async (record, resend) => {
    const settlement = record.settlements.at(-1);
    if (!settlement) throw new Error('resend: a transaction without an event');
    const { update, condition, names, values } = resendWrite(record, resend.resentAt);
    const Update = {
      TableName: tableName,
      Key: toAttributes({ transactionId: record.transactionId, item: MAIN_ITEM }),
      UpdateExpression: update,
      ConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: toAttributes(values),
    };
    const Put = { TableName: tableName, Item: toAttributes(previousSeriesItem(record, settlement, resend)) };
    try {
      // The SDK gives the call a token, so that its own repeat after a lost answer is not made twice.
      await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update }, { Put }] }));
      return 'begun';
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      // A conflict is another write in the same moment; what it changed is for the caller to read.
      if (reasons.some((code) => code === 'ConditionalCheckFailed' || code === 'TransactionConflict')) return 'raced';
      throw error;
    }
  };
}
