import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet, MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { type ListIndex, queryList } from '../../dynamo/list-query.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { type EventRecord, eventRecordOf } from '../event.ts';
import { EVERY_MERCHANT, readUndeliveredKey, UNDELIVERED_STATES, undeliveredRange } from '../undelivered.ts';
import { deliveriesIn, type FindDeliveries, isWithin } from './found-delivery.ts';

/** What was not delivered, then what was skipped, each the oldest first, of all merchants or of one. */
export function findDeliveriesIn(client: DynamoDBClient, tableName: string): FindDeliveries {
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

/** The main items of these transactions, eventually consistent, in the order of the ids; unknown ones are left out. */
function readMainItemsIn(client: DynamoDBClient, tableName: string) {
  return async (transactionIds: readonly string[]): Promise<EventRecord[]> => {
    const keys = transactionIds.map((transactionId) => toAttributes({ transactionId, item: MAIN_ITEM }));
    const items = await batchGet(client, tableName, keys);
    return items.flatMap((item) => (item ? eventRecordOf(item) : []));
  };
}
