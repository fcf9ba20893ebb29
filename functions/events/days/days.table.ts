import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { queryAll } from '../../dynamo/query.ts';
import { conditionOf, type Fragment } from '../../dynamo/update.ts';
import { type Attributes, toAttributes } from '../../runtime/attributes.ts';
import { parseItem } from '../../runtime/parse-item.ts';
import { daysPartition } from '../tables.ts';
import { type DayDigest, dayDigest } from './digest.ts';

/** Whose days are folded until when: under the key of no merchant. */
const FOLDED = toAttributes({ day: daysPartition('~'), item: 'state' });

export interface Days {
  /** Undefined where the day is not on record. */
  read(merchantId: string, day: string): Promise<DayDigest | undefined>;
  /** The first or the newest day on record; undefined where there is none. */
  end(merchantId: string, which: 'first' | 'newest'): Promise<string | undefined>;
  /** Stores a day, unless what is stored was folded later. */
  store(merchantId: string, day: string, digest: DayDigest): Promise<void>;
  /** The last day that is folded for every merchant; undefined before the first. */
  foldedUntil(): Promise<string | undefined>;
  setFoldedUntil(day: string): Promise<void>;
}

/** The folded days in the table `totals`. */
export function daysTable(client: DynamoDBClient, TableName: string): Days {
  const get = async (Key: Attributes) =>
    (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
  return {
    async read(merchantId, day) {
      const item = await get(toAttributes({ day: daysPartition(merchantId), item: day }));
      return item && parseItem(dayDigest, item);
    },

    async end(merchantId, which) {
      const query = {
        TableName,
        KeyConditionExpression: '#day = :day',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: toAttributes({ ':day': daysPartition(merchantId) }),
        ScanIndexForward: which === 'first',
        ConsistentRead: true,
      };
      const [found] = await queryAll(client, query, 1);
      return found?.item?.S;
    },

    async store(merchantId, day, digest) {
      const Item = toAttributes({ day: daysPartition(merchantId), item: day, ...digest });
      const isNewer: Fragment = {
        conditions: ['(attribute_not_exists(asOf) OR asOf <= :asOf)'],
        values: { asOf: digest.asOf },
      };
      await conditionalWrite(client.send(new PutItemCommand({ TableName, Item, ...conditionOf(isNewer) })));
    },

    async foldedUntil() {
      return (await get(FOLDED))?.folded?.S;
    },

    async setFoldedUntil(day) {
      await client.send(new PutItemCommand({ TableName, Item: { ...FOLDED, ...toAttributes({ folded: day }) } }));
    },
  };
}
