import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { type Query, queryAll, queryPage } from '../../dynamo/query.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { NEVER_STARTED_MS } from '../../payments/times.ts';
import { type Attributes, toAttributes } from '../../runtime/attributes.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import type { Entry } from '../totals/contribution.ts';
import { markerOf, markersPartition } from '../totals/marker.ts';

const PAGE = 100;
const DAY_MS = 24 * 3_600_000;
/** Money may be recorded after the day on which the bank had it. */
const RECORDED_AFTER_MS = 2 * DAY_MS;

/**
 * Where the transactions of a merchant's day are found, each in one source only: `created` within the time that one may
 * stay open; `never-started`, which expire on the day; `paid`; and `counted`, older than all of these.
 */
export const SOURCES = ['created', 'never-started', 'paid', 'counted'] as const;
export type Source = (typeof SOURCES)[number];

export interface Wanted {
  merchantId: string;
  day: LisbonDay;
  /** Transactions created so long before the day may still settle on it; milliseconds. */
  backMs: number;
}

/** The times of creation or payment that a source covers, the second excluded; milliseconds since the epoch. */
export function rangeOf(
  source: Exclude<Source, 'counted'>,
  { day, backMs }: Pick<Wanted, 'day' | 'backMs'>,
): [number, number] {
  switch (source) {
    case 'created':
      return [day.fromMs - backMs, day.toMs];
    case 'never-started':
      return [day.fromMs - NEVER_STARTED_MS - DAY_MS, day.toMs - NEVER_STARTED_MS];
    case 'paid':
      return [day.fromMs - RECORDED_AFTER_MS, day.toMs];
  }
}

export interface Page<Found> {
  found: Found[];
  /** Where the next page begins; null at the end. */
  after: Attributes | null;
}

export interface Candidate {
  transactionId: string;
  /** Of the source `counted`: the entry whose marker was found. */
  entryId?: string;
}

export type AuditTable = ReturnType<typeof auditTable>;

/** The reads of the audit: queries and reads by key, nothing is written. */
export function auditTable(client: DynamoDBClient, transactionsTable: string, totalsTable: string) {
  async function page(query: Query, start: Attributes | null): Promise<Page<Attributes>> {
    const { items, after } = await queryPage(client, { Limit: PAGE, ...query }, start ?? undefined);
    return { found: items, after: after ?? null };
  }

  return {
    async candidates(source: Source, wanted: Wanted, after: Attributes | null): Promise<Page<Candidate>> {
      const { merchantId, day } = wanted;
      if (source === 'counted') {
        const markers = await page(
          {
            TableName: totalsTable,
            KeyConditionExpression: '#day = :day',
            ExpressionAttributeNames: { '#day': 'day' },
            ExpressionAttributeValues: toAttributes({ ':day': markersPartition(day.name, merchantId) }),
          },
          after,
        );
        const found = markers.found.map(({ item, transactionId }) => ({
          transactionId: transactionId?.S ?? '',
          entryId: item?.S ?? '',
        }));
        return { ...markers, found };
      }
      const [fromMs, toMs] = rangeOf(source, wanted);
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
      return queryAll(client, {
        TableName: transactionsTable,
        KeyConditionExpression: 'transactionId = :id AND #item > :answers',
        ExpressionAttributeNames: { '#item': 'item' },
        ExpressionAttributeValues: toAttributes({ ':id': transactionId, ':answers': 'answer#~' }),
        ConsistentRead: consistent,
      });
    },

    /** A page of the due entries of a shard, the longest due first. */
    async due(
      shard: number,
      nowMs: number,
      after: Attributes | null,
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

    /** Whether the entry has its marker, read strongly. */
    async isCounted(entry: Entry): Promise<boolean> {
      const { day = '', item = '' } = markerOf(entry, 0);
      const Key = toAttributes({ day, item });
      const { Item } = await client.send(new GetItemCommand({ TableName: totalsTable, Key, ConsistentRead: true }));
      return Item !== undefined;
    },
  };
}
