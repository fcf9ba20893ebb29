import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { MAX_BATCH_KEYS } from '../dynamo/batch-get.ts';
import { queryShards } from '../dynamo/sharded-query.ts';
import { SHARDS } from '../payments/tables.ts';
import { deliveriesIn, type FindDeliveries, isWithin } from './found-delivery.ts';
import { readMainItems } from './main-items.ts';
import { readUndeliveredKey, undeliveredRange } from './undelivered.ts';

/**
 * What was not delivered or skipped, of one merchant or of all, out of the index `undelivered`: by merchant, then by time,
 * the oldest first.
 */
export function findUndelivered(client: DynamoDBClient, tableName: string): FindDeliveries {
  const index = { TableName: tableName, IndexName: 'undelivered', sortKey: 'undeliveredKey', shards: SHARDS };
  return async (filter, { limit, cursor }) => {
    const { merchantId, fromMs, toMs } = filter;
    const range = merchantId === undefined ? {} : undeliveredRange(merchantId, fromMs, toMs);
    const size = Math.min(limit, MAX_BATCH_KEYS);
    const { entries, cursorAfter } = await queryShards(client, index, range, { size, cursor });
    const looked = entries.map(({ key, transactionId }) => ({ ...readUndeliveredKey(key), transactionId }));
    const wanted = looked.filter(
      ({ settledAt, state }) => isWithin(settledAt, filter) && filter.states.includes(state),
    );
    const ids = wanted.map(({ transactionId }) => transactionId);
    const records = await readMainItems(client, tableName, ids);
    const last = looked.at(-1);
    return {
      deliveries: records.flatMap((record) => deliveriesIn(record, filter)),
      cursor: cursorAfter(looked.length),
      looked: looked.length,
      lookedThrough: last ? { merchantId: last.merchantId, time: last.settledAt } : null,
    };
  };
}
