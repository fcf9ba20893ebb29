import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryAll, queryPages } from '../../dynamo/query.ts';
import { isRefund, REFUND_PREFIX, refundOf } from '../../payments/settle/refund.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { transactionOf } from '../../payments/transaction.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { type Entry, eventEntries, refundEntry } from '../totals/contribution.ts';
import { markersPartition } from '../totals/marker.ts';
import { replaceCounterIn } from './replace-counter.table.ts';

export type RebuildTable = ReturnType<typeof rebuildTable>;

const PAGE = 1_000;

interface Tables {
  transactionsTable: string;
  totalsTable: string;
}

/** What a rebuild reads of the transactions and writes of the totals. */
export function rebuildTable(client: DynamoDBClient, { transactionsTable, totalsTable }: Tables) {
  return {
    replace: replaceCounterIn(client, totalsTable),

    /** Ids of a merchant's transactions created or paid in [`fromMs`, `toMs`), a page at a time; one may come twice. */
    async *candidates(merchantId: string, fromMs: number, toMs: number): AsyncGenerator<string[]> {
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
        for await (const items of found) yield items.flatMap(({ transactionId }) => transactionId?.S ?? []);
      }
    },

    /** Everything of one transaction that is counted, read strongly: its changes of status and its refunds. */
    async entries(transactionId: string): Promise<Entry[]> {
      const items = await queryAll(client, {
        TableName: transactionsTable,
        // What lies between is few; series and answers of deliveries do not.
        KeyConditionExpression: 'transactionId = :id AND #item BETWEEN :main AND :refunds',
        ExpressionAttributeNames: { '#item': 'item' },
        ExpressionAttributeValues: toAttributes({
          ':id': transactionId,
          ':main': MAIN_ITEM,
          ':refunds': `${REFUND_PREFIX}\uffff`,
        }),
        ConsistentRead: true,
      });
      const main = items.find(({ item }) => item?.S === MAIN_ITEM);
      if (!main) return [];
      const transaction = transactionOf(main);
      const refunds = items.filter(({ item }) => isRefund(item?.S ?? '')).map(refundOf);
      return [...eventEntries(transaction), ...refunds.map((refund) => refundEntry(refund, transaction.merchantId))];
    },

    /** What was counted of the events and refunds recorded on a day, read strongly. */
    async counted(merchantId: string, recordDay: string): Promise<{ id: string; transactionId: string }[]> {
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
