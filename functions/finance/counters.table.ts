import { BatchGetItemCommand, type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { type Counter, counterOf } from './counter.ts';

export type Counters = ReturnType<typeof countersIn>;

/** DynamoDB's own limit of one call. */
const MOST_KEYS = 100;

/** Reads the counters. */
export function countersIn(client: DynamoDBClient, tableName: string) {
  return {
    /** One merchant's on these days; a day on which nothing was counted has none. */
    async ofMerchant(merchantId: string, days: readonly string[], consistent = false): Promise<Counter[]> {
      const counters: Counter[] = [];
      for (let start = 0; start < days.length; start += MOST_KEYS) {
        let Keys = days.slice(start, start + MOST_KEYS).map((day) => toAttributes({ day, item: merchantId }));
        while (Keys.length > 0) {
          const request = { [tableName]: { Keys, ConsistentRead: consistent } };
          const { Responses, UnprocessedKeys } = await client.send(new BatchGetItemCommand({ RequestItems: request }));
          counters.push(...(Responses?.[tableName] ?? []).map(counterOf));
          Keys = (UnprocessedKeys?.[tableName]?.Keys as Attributes[] | undefined) ?? [];
        }
      }
      return counters;
    },

    /** Every merchant's of one day. */
    async ofDay(day: string): Promise<Counter[]> {
      const counters: Counter[] = [];
      let ExclusiveStartKey: Attributes | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({
            TableName: tableName,
            KeyConditionExpression: '#day = :day',
            ExpressionAttributeNames: { '#day': 'day' },
            ExpressionAttributeValues: toAttributes({ ':day': day }),
            ExclusiveStartKey,
          }),
        );
        counters.push(...Items.map(counterOf));
        ExclusiveStartKey = LastEvaluatedKey;
      } while (ExclusiveStartKey);
      return counters;
    },
  };
}
