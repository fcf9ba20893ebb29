import { type DynamoDBClient, PutItemCommand, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { queryAll, queryPages } from '../../dynamo/query.ts';
import { conditionOf, where } from '../../dynamo/update.ts';
import { isRefund, refundOf } from '../../payments/money/refund.ts';
import { BOOKED_ITEMS, itemsQuery, partitionOf } from '../../payments/partition.ts';
import { transactionOf } from '../../payments/transaction.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { type Entry, eventEntries, refundEntries } from '../totals/contribution.ts';
import { type Counter, itemOf } from '../totals/counter.ts';
import type { Figures } from '../totals/figures.ts';
import { markersPartition } from '../totals/marker.ts';

export type RebuildTable = ReturnType<typeof rebuildTable>;

const PAGE = 1_000;

interface Tables {
  transactionsTable: string;
  totalsTable: string;
}

/** Reads transactions and markers, and writes counters. */
export function rebuildTable(client: DynamoDBClient, { transactionsTable, totalsTable }: Tables) {
  return {
    replace: replaceCounterIn(client, totalsTable),

    /** Ids of a merchant's transactions created or paid in [`fromMs`, `toMs`), each once, a page at a time. */
    async *candidates(merchantId: string, fromMs: number, toMs: number): AsyncGenerator<string[]> {
      const known = new Set<string>();
      for (const [IndexName, time] of [
        ['byMerchant', 'createdAt'],
        ['paid', 'paidAt'],
      ]) {
        const found = queryPages(client, {
          TableName: transactionsTable,
          IndexName,
          KeyConditionExpression: `merchantId = :merchantId AND ${time} BETWEEN :from AND :last`,
          ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId, ':from': fromMs, ':last': toMs - 1 }),
          Limit: PAGE,
        });
        for await (const items of found) {
          const ids = items.map(({ transactionId }) => transactionId?.S ?? '').filter((id) => !known.has(id));
          for (const id of ids) known.add(id);
          yield ids;
        }
      }
    },

    entries: entriesIn(client, transactionsTable),

    /** The markers of the events and refunds recorded on a day, read strongly. */
    async markers(merchantId: string, recordDay: string): Promise<{ id: string; transactionId: string }[]> {
      const markers = await queryAll(client, {
        TableName: totalsTable,
        KeyConditionExpression: '#day = :day',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: toAttributes({ ':day': markersPartition(recordDay, merchantId) }),
        ConsistentRead: true,
      });
      return markers.map(({ item, transactionId }) => ({ id: item?.S ?? '', transactionId: transactionId?.S ?? '' }));
    },
  };
}

/** The entries of one transaction, read strongly: its changes of status and its refunds. */
export function entriesIn(client: DynamoDBClient, tableName: string) {
  return async (transactionId: string): Promise<Entry[]> => {
    const found = partitionOf(await queryAll(client, itemsQuery(tableName, transactionId, BOOKED_ITEMS)));
    if (!found) return [];
    const transaction = transactionOf(found.main);
    const refunds = found.items(isRefund, refundOf);
    return [
      ...eventEntries(transaction),
      ...refunds.flatMap((refund) => refundEntries(refund, transaction.merchantId)),
    ];
  };
}

/**
 * Sets a counter to `figures` if nothing was counted since it was read as `before`; answers whether it did. False also
 * when another write of the counter conflicted.
 */
function replaceCounterIn(client: DynamoDBClient, TableName: string) {
  return async (before: Counter, figures: Figures, nowMs: number): Promise<boolean> => {
    const { version } = before;
    const Item = toAttributes(itemOf({ ...before, figures, version: version + 1, rebuiltAt: nowMs }));
    const put = new PutItemCommand({
      TableName,
      Item,
      ...conditionOf(where({ version: version || undefined })),
    });
    try {
      return (await conditionalWrite(client.send(put))).kind === 'written';
    } catch (error) {
      if (error instanceof TransactionConflictException) return false;
      throw error;
    }
  };
}
