import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet } from '../dynamo/batch-get.ts';
import { queryPage } from '../dynamo/query.ts';
import { MAIN_ITEM } from '../payments/tables.ts';
import { toAttributes } from '../runtime/attributes.ts';
import { type EventRecord, eventRecordOf } from '../webhooks/event.ts';
import type { Position } from './feed/position.ts';

/** An entry of the index `settled`: when the newest event of a transaction was recorded, at the time of the entry. */
export interface Entry {
  settledAt: number;
  transactionId: string;
}

/** The first `limit` of a merchant's entries after a position, the oldest first. The index may lack the newest. */
export type ReadEntries = (merchantId: string, position: Position, limit: number) => Promise<Entry[]>;

export function readEntriesIn(client: DynamoDBClient, TableName: string): ReadEntries {
  return async (merchantId, { settledAt, transactionId }, limit) => {
    const isAfterEntry = transactionId !== undefined;
    const start = toAttributes({ merchantId, settledAt, ...(isAfterEntry && { transactionId, item: MAIN_ITEM }) });
    const page = await queryPage(
      client,
      {
        TableName,
        IndexName: 'settled',
        KeyConditionExpression: `merchantId = :merchantId${isAfterEntry ? '' : ' AND settledAt >= :from'}`,
        ExpressionAttributeValues: toAttributes({
          ':merchantId': merchantId,
          ':from': isAfterEntry ? undefined : settledAt,
        }),
        Limit: limit,
      },
      isAfterEntry ? start : undefined,
    );
    return page.items.map((item) => ({
      settledAt: Number(item.settledAt?.N),
      transactionId: item.transactionId?.S ?? '',
    }));
  };
}

/**
 * Transactions in the order of their ids, read strongly; undefined where there is none. Throws on an unreadable one.
 */
export type ReadTransactions = (transactionIds: readonly string[]) => Promise<(EventRecord | undefined)[]>;

export function readTransactionsIn(client: DynamoDBClient, tableName: string): ReadTransactions {
  return async (transactionIds) => {
    const keys = transactionIds.map((transactionId) => toAttributes({ transactionId, item: MAIN_ITEM }));
    const items = await batchGet(client, tableName, keys, true);
    return items.map((item) => item && eventRecordOf(item));
  };
}
