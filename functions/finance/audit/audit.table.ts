import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { type Query, queryAll, queryPage } from '../../dynamo/query.ts';
import { itemsQuery, LASTING_ITEMS } from '../../payments/partition.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { type Attributes, toAttributes } from '../../runtime/attributes.ts';
import { lisbonDayName } from '../../runtime/lisbon-day.ts';
import { markersPartition } from '../totals/marker.ts';
import type { Version } from './day-figures.ts';
import { type Candidate, rangeOf, type Source, type Window } from './sources.ts';
import { type StartKey, startKey } from './state.ts';

const PAGE = 100;

export interface Page<Found> {
  found: Found[];
  /** Where the next page begins; null at the end. */
  after: StartKey | null;
}

export type AuditTable = ReturnType<typeof auditTable>;

/** The reads of the audit: queries and reads by key, nothing is written. */
export function auditTable(client: DynamoDBClient, transactionsTable: string, totalsTable: string) {
  async function page(query: Query, start: StartKey | null): Promise<Page<Attributes>> {
    const { items, after } = await queryPage(client, { Limit: PAGE, ...query }, start ?? undefined);
    return { found: items, after: after ? startKey.parse(after) : null };
  }

  return {
    async candidates(
      source: Source,
      { merchantId, ...window }: Window & { merchantId: string },
      after: StartKey | null,
    ): Promise<Page<Candidate>> {
      if (source === 'counted') {
        const markers = await page(
          {
            TableName: totalsTable,
            KeyConditionExpression: '#day = :day',
            ExpressionAttributeNames: { '#day': 'day' },
            ExpressionAttributeValues: toAttributes({ ':day': markersPartition(window.day.name, merchantId) }),
          },
          after,
        );
        const found = markers.found.map(({ item, transactionId }) => ({
          transactionId: transactionId?.S ?? '',
          entryId: item?.S ?? '',
        }));
        return { ...markers, found };
      }
      const [fromMs, toMs] = rangeOf(source, window);
      const [IndexName, time] = source === 'paid' ? ['paid', 'paidAt'] : ['byMerchant', 'createdAt'];
      const entries = await page(
        {
          TableName: transactionsTable,
          IndexName,
          KeyConditionExpression: `merchantId = :merchantId AND ${time} BETWEEN :from AND :last`,
          ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId, ':from': fromMs, ':last': toMs - 1 }),
        },
        after,
      );
      return {
        ...entries,
        found: entries.found.map(({ transactionId }) => ({ transactionId: transactionId?.S ?? '' })),
      };
    },

    /** All items of one transaction but for the receivers' answers, which sort before the exceptions. */
    async items(transactionId: string, consistent: boolean): Promise<Attributes[]> {
      const query = itemsQuery(transactionsTable, transactionId, LASTING_ITEMS);
      return queryAll(client, { ...query, ConsistentRead: consistent });
    },

    /** A page of the due entries of a shard, the longest due first. */
    async due(
      shard: number,
      nowMs: number,
      after: StartKey | null,
    ): Promise<Page<{ transactionId: string; dueAt: number }>> {
      const entries = await page(
        {
          TableName: transactionsTable,
          IndexName: 'due',
          KeyConditionExpression: '#shard = :shard AND dueAt <= :now',
          ExpressionAttributeNames: { '#shard': 'shard' },
          ExpressionAttributeValues: toAttributes({ ':shard': shard, ':now': nowMs }),
        },
        after,
      );
      const found = entries.found.map(({ transactionId, dueAt }) => ({
        transactionId: transactionId?.S ?? '',
        dueAt: Number(dueAt?.N),
      }));
      return { ...entries, found };
    },

    /** When the sweep is to process it, read strongly: a transaction or a test event. */
    async dueAt(transactionId: string): Promise<number | undefined> {
      const Key = toAttributes({ transactionId, item: MAIN_ITEM });
      const { Item } = await client.send(
        new GetItemCommand({ TableName: transactionsTable, Key, ConsistentRead: true }),
      );
      return Item?.dueAt?.N === undefined ? undefined : Number(Item.dueAt.N);
    },

    /** Whether the totals have the marker of a version's entry, read strongly. */
    async isCounted(merchantId: string, { entryId, recordedAt }: Version): Promise<boolean> {
      const Key = toAttributes({ day: markersPartition(lisbonDayName(recordedAt), merchantId), item: entryId });
      const { Item } = await client.send(new GetItemCommand({ TableName: totalsTable, Key, ConsistentRead: true }));
      return Item !== undefined;
    },
  };
}
