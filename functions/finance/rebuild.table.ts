import { type DynamoDBClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { isRefund, REFUND_PREFIX, refundOf } from '../payments/refund.ts';
import { MAIN_ITEM } from '../payments/tables.ts';
import { transactionOf } from '../payments/transaction.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { type Entry, eventEntries, refundEntry } from './contribution.ts';
import { markersPartition } from './marker.ts';
import { replaceCounterIn } from './replace-counter.table.ts';

export type RebuildTable = ReturnType<typeof rebuildTable>;

const PAGE = 1_000;

interface Tables {
  transactionsTable: string;
  totalsTable: string;
}

/** What a rebuild reads of the transactions and writes of the totals. */
export function rebuildTable(client: DynamoDBClient, { transactionsTable, totalsTable }: Tables) {
  async function* pages(input: QueryCommandInput) {
    let ExclusiveStartKey: Attributes | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand({ ...input, ExclusiveStartKey }));
      yield Items;
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
  }

  return {
    replace: replaceCounterIn(client, totalsTable),

    /** Ids of a merchant's transactions created or paid in [`fromMs`, `toMs`), a page at a time; one may come twice. */
    async *candidates(merchantId: string, fromMs: number, toMs: number): AsyncGenerator<string[]> {
      for (const [IndexName, time] of [
        ['byMerchant', 'createdAt'],
        ['paid', 'paidAt'],
      ]) {
        const found = pages({
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
      const items: Attributes[] = [];
      const found = pages({
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
      for await (const page of found) items.push(...page);
      const main = items.find(({ item }) => item?.S === MAIN_ITEM);
      if (!main) return [];
      const transaction = transactionOf(main);
      const refunds = items.filter(({ item }) => isRefund(item?.S ?? '')).map(refundOf);
      return [...eventEntries(transaction), ...refunds.map((refund) => refundEntry(refund, transaction.merchantId))];
    },

    /** What was counted of the events and refunds recorded on a day, read strongly. */
    async counted(merchantId: string, recordDay: string): Promise<{ id: string; transactionId: string }[]> {
      const markers: { id: string; transactionId: string }[] = [];
      const found = pages({
        TableName: totalsTable,
        KeyConditionExpression: '#day = :day',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: toAttributes({ ':day': markersPartition(recordDay, merchantId) }),
        ConsistentRead: true,
      });
      for await (const items of found) {
        markers.push(
          ...items.map(({ item, transactionId }) => ({ id: item?.S ?? '', transactionId: transactionId?.S ?? '' })),
        );
      }
      return markers;
    },
  };
}
