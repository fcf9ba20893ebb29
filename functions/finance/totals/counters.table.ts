import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet } from '../../dynamo/batch-get.ts';
import { queryAll } from '../../dynamo/query.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { type Counter, counterOf } from './counter.ts';

export type Counters = ReturnType<typeof countersTable>;

/** Reads the counters. */
export function countersTable(client: DynamoDBClient, tableName: string) {
  return {
    /** The counters of one merchant on these days; a day on which nothing was counted has none. */
    async ofMerchant(merchantId: string, days: readonly string[], consistent = false): Promise<Counter[]> {
      const keys = days.map((day) => toAttributes({ day, item: merchantId }));
      const items = await batchGet(client, tableName, keys, consistent);
      return items.flatMap((item) => (item ? counterOf(item) : []));
    },

    /** The counters of all merchants on one day. */
    async ofDay(day: string): Promise<Counter[]> {
      const items = await queryAll(client, {
        TableName: tableName,
        KeyConditionExpression: '#day = :day',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: toAttributes({ ':day': day }),
      });
      return items.map(counterOf);
    },
  };
}
