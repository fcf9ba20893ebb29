import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { batchGet, MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { fromCursor, toCursor } from '../../dynamo/cursor.ts';
import { type ListIndex, queryList } from '../../dynamo/list-query.ts';
import { queryPage } from '../../dynamo/query.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { type EventRecord, eventRecordOf } from '../event.ts';
import { EVERY_MERCHANT, readUndeliveredKey, UNDELIVERED_STATES, undeliveredRange } from '../undelivered.ts';
import { deliveriesIn, type FindDeliveries, isWithin, MAX_OPEN_MS, NeedsMerchant } from './found-delivery.ts';

/** Deliveries by state, period and merchant. Across merchants only the undelivered ones are indexed. */
export function findDeliveriesIn(client: DynamoDBClient, tableName: string): FindDeliveries {
  const undelivered = findUndelivered(client, tableName);
  const byMerchant = findByMerchant(client, tableName);
  return async (filter, page) => {
    const isIndexed = filter.states.every((state) => UNDELIVERED_STATES.some((known) => known === state));
    if (!isIndexed && filter.merchantId === undefined) throw new NeedsMerchant();
    return (isIndexed ? undelivered : byMerchant)(filter, page);
  };
}

/** What was not delivered, then what was skipped, each the oldest first, of all merchants or of one. */
function findUndelivered(client: DynamoDBClient, tableName: string): FindDeliveries {
  const readMainItems = readMainItemsIn(client, tableName);
  return async (filter, { limit, cursor }) => {
    const [state, ...others] = UNDELIVERED_STATES.filter((each) => filter.states.includes(each));
    const range = state !== undefined && others.length === 0 ? undeliveredRange(state, filter) : {};
    const size = Math.min(limit, MAX_BATCH_KEYS);
    const index = undeliveredIndex(tableName, filter.merchantId);
    const { entries, cursorAfter } = await queryList(client, index, range, { size, cursor });
    const scanned = entries.map(({ key, transactionId }) => ({ ...readUndeliveredKey(key), transactionId }));
    const wanted = scanned.filter(({ settledAt }) => isWithin(settledAt, filter));
    const records = await readMainItems(wanted.map(({ transactionId }) => transactionId));
    return {
      deliveries: records.flatMap((record) => deliveriesIn(record, filter)),
      cursor: cursorAfter(scanned.length),
      scanned: scanned.length,
      scannedThroughMs: scanned.at(-1)?.settledAt ?? null,
    };
  };
}

function undeliveredIndex(TableName: string, merchantId: string | undefined): ListIndex {
  const sortKey = 'undeliveredKey';
  return merchantId === undefined
    ? { TableName, IndexName: 'undelivered', partitionKey: 'undelivered', partition: EVERY_MERCHANT, sortKey }
    : { TableName, IndexName: 'undeliveredByMerchant', partitionKey: 'merchantId', partition: merchantId, sortKey };
}

const position = z.object({ createdAt: z.int(), transactionId: z.string() });

/**
 * One merchant's deliveries in any state, out of the index `byMerchant`, by the time of creation, the oldest first. Not
 * found are events of a transaction that stayed open for longer than `MAX_OPEN_MS`.
 */
function findByMerchant(client: DynamoDBClient, tableName: string): FindDeliveries {
  const readMainItems = readMainItemsIn(client, tableName);
  return async (filter, { limit, cursor }) => {
    const { merchantId, fromMs, toMs } = filter;
    if (merchantId === undefined) throw new Error('find: by merchant, without a merchant');
    const start = cursor === undefined ? undefined : fromCursor(position, cursor);
    const { items, after } = await queryPage(
      client,
      {
        TableName: tableName,
        IndexName: 'byMerchant',
        KeyConditionExpression: 'merchantId = :merchantId AND createdAt BETWEEN :from AND :to',
        ExpressionAttributeValues: toAttributes({
          ':merchantId': merchantId,
          ':from': Math.max(0, fromMs - MAX_OPEN_MS),
          ':to': toMs,
        }),
        Limit: Math.min(limit, MAX_BATCH_KEYS),
      },
      start && toAttributes({ merchantId, item: MAIN_ITEM, ...start }),
    );
    const scanned = items.map((item) => ({
      createdAt: Number(item.createdAt?.N),
      transactionId: item.transactionId?.S ?? '',
    }));
    const ids = scanned.map(({ transactionId }) => transactionId);
    const records = await readMainItems(ids);
    const last = scanned.at(-1);
    return {
      deliveries: records.flatMap((record) => deliveriesIn(record, filter)),
      cursor: after && last ? toCursor(last) : null,
      scanned: scanned.length,
      scannedThroughMs: last?.createdAt ?? null,
    };
  };
}

/** The main items of these transactions, eventually consistent, in the order of the ids; unknown ones are left out. */
function readMainItemsIn(client: DynamoDBClient, tableName: string) {
  return async (transactionIds: readonly string[]): Promise<EventRecord[]> => {
    const keys = transactionIds.map((transactionId) => toAttributes({ transactionId, item: MAIN_ITEM }));
    const items = await batchGet(client, tableName, keys);
    return items.flatMap((item) => (item ? eventRecordOf(item) : []));
  };
}
