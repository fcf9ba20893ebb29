import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { MAX_BATCH_KEYS } from '../dynamo/batch-get.ts';
import { fromCursor, toCursor } from '../dynamo/cursor.ts';
import { queryPage } from '../dynamo/query.ts';
import { MAIN_ITEM } from '../payments/tables.ts';
import { toAttributes } from '../runtime/attributes.ts';
import { deliveriesIn, type FindDeliveries } from './found-delivery.ts';
import { readMainItems } from './main-items.ts';

// Transactions are listed by their creation, a filter speaks of events. Nearly all settle within 30 days (decision D10).
const OPEN_AT_MOST_MS = 40 * 24 * 3_600_000;

const place = z.object({ createdAt: z.int(), transactionId: z.string() });

/**
 * One merchant's deliveries in any state, out of the index `byMerchant`, by the time of creation, the oldest first. Not found
 * are events of a transaction that stayed open for more than 40 days.
 */
export function findByMerchant(client: DynamoDBClient, tableName: string): FindDeliveries {
  return async (filter, { limit, cursor }) => {
    const { merchantId, fromMs, toMs } = filter;
    if (merchantId === undefined) throw new Error('find: by merchant, without a merchant');
    const begin = cursor === undefined ? undefined : fromCursor(place, cursor);
    const { items, after } = await queryPage(
      client,
      {
        TableName: tableName,
        IndexName: 'byMerchant',
        KeyConditionExpression: 'merchantId = :merchantId AND createdAt BETWEEN :from AND :to',
        ExpressionAttributeValues: toAttributes({
          ':merchantId': merchantId,
          ':from': Math.max(0, fromMs - OPEN_AT_MOST_MS),
          ':to': toMs,
        }),
        Limit: Math.min(limit, MAX_BATCH_KEYS),
      },
      begin && toAttributes({ merchantId, item: MAIN_ITEM, ...begin }),
    );
    const looked = items.map((item) => ({
      createdAt: Number(item.createdAt?.N),
      transactionId: item.transactionId?.S ?? '',
    }));
    const ids = looked.map(({ transactionId }) => transactionId);
    const records = await readMainItems(client, tableName, ids);
    const last = looked.at(-1);
    return {
      deliveries: records.flatMap((record) => deliveriesIn(record, filter)),
      cursor: after && last ? toCursor(last) : null,
      looked: looked.length,
      lookedThrough: last ? { merchantId, time: last.createdAt } : null,
    };
  };
}
