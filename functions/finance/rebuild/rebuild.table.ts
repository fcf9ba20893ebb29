import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  type PutItemCommandInput,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { queryAll, queryPages } from '../../dynamo/query.ts';
import { isRefund, REFUND_PREFIX, refundOf } from '../../payments/money/refund.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { transactionOf } from '../../payments/transaction.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { type Entry, eventEntries, refundEntries } from '../totals/contribution.ts';
import { attributesOf, type Counter } from '../totals/counter.ts';
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

    /** Ids of a merchant's transactions created or paid in [`fromMs`, `toMs`), a page at a time, with repeats. */
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

    entries: entriesIn(client, transactionsTable),

    /** The markers of the events and refunds recorded on a day, read strongly. */
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

/** The entries of one transaction, read strongly: its changes of status and its refunds. */
export function entriesIn(client: DynamoDBClient, TableName: string) {
  return async (transactionId: string): Promise<Entry[]> => {
    const items = await queryAll(client, {
      TableName,
      // Previous series, answers and exceptions sort outside this range.
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
    return [
      ...eventEntries(transaction),
      ...refunds.flatMap((refund) => refundEntries(refund, transaction.merchantId)),
    ];
  };
}

/** Sets a counter to `figures` if nothing was counted since it was read as `seen`; answers whether it did. */
export type ReplaceCounter = (seen: Counter, figures: Figures, nowMs: number) => Promise<boolean>;

/** False also when another write of the counter conflicted; other errors are thrown. */
export function replaceCounterIn(client: DynamoDBClient, tableName: string): ReplaceCounter {
  return async (seen, figures, nowMs) => {
    try {
      const Item = toAttributes(itemOf(seen, figures, nowMs));
      await client.send(new PutItemCommand({ TableName: tableName, Item, ...unchanged(seen) }));
      return true;
    } catch (error) {
      const isOvertaken =
        error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException;
      if (!isOvertaken) throw error;
      return false;
    }
  };
}

function itemOf({ day, merchantId, version, changedAt }: Counter, figures: Figures, nowMs: number) {
  const sums = Object.entries(figures).flatMap(([figure, { count, cents }]) => {
    const attributes = attributesOf(figure as keyof Figures);
    return [[attributes.count, count] as const, [attributes.cents, cents] as const];
  });
  return {
    ...Object.fromEntries(sums),
    day,
    item: merchantId,
    version: version + 1,
    rebuiltAt: nowMs,
    ...(changedAt !== null && { changedAt }),
  };
}

function unchanged({ version }: Counter): Partial<PutItemCommandInput> {
  if (version === 0)
    return { ConditionExpression: 'attribute_not_exists(#day)', ExpressionAttributeNames: { '#day': 'day' } };
  return {
    ConditionExpression: '#version = :seen',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: toAttributes({ ':seen': version }),
  };
}
