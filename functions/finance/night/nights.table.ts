import { type DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { queryAll } from '../../dynamo/query.ts';
import { existing, setting, updateOf } from '../../dynamo/update.ts';
import { itemsQuery } from '../../payments/partition.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { Clock } from '../../runtime/clock.ts';
import { parseItem } from '../../runtime/parse-item.ts';
import { type Night, type NightResult, nightResult } from './night-result.ts';

const PARTITION = 'night';
const stored = z.object({ item: z.string(), result: z.optional(nightResult), againAt: z.optional(z.int()) });

export type Nights = ReturnType<typeof nightsTable>;

/** The results by day and bank account: no item has a status or a kind, by which the stream is filtered. */
export function nightsTable(client: DynamoDBClient, TableName: string, clock: Clock) {
  const keyOf = ({ day, bankAccount }: Pick<Night, 'day' | 'bankAccount'>) =>
    toAttributes({ transactionId: PARTITION, item: `day#${day}#${bankAccount}` });
  return {
    /** The days from `day` on, the oldest first. */
    async since(day: string): Promise<Night[]> {
      const items = await queryAll(client, itemsQuery(TableName, PARTITION, { from: `day#${day}`, to: 'day#' }));
      return items.map((attributes) => {
        const { item, result, againAt } = parseItem(stored, attributes);
        const [, name = '', bankAccount = ''] = item.split('#');
        return { day: name, bankAccount, result, ...(againAt !== undefined && { againAt }) };
      });
    },

    /** A mark of a person that came meanwhile stays. */
    async save(night: Pick<Night, 'day' | 'bankAccount'>, result: NightResult): Promise<void> {
      await client.send(new UpdateItemCommand({ TableName, Key: keyOf(night), ...updateOf(setting({ result })) }));
    },

    /** Has the next run compare the day again; false where it was never compared. */
    async again(night: Pick<Night, 'day' | 'bankAccount'>): Promise<boolean> {
      const update = updateOf(setting({ againAt: clock() }), existing('transactionId'));
      const answer = client.send(new UpdateItemCommand({ TableName, Key: keyOf(night), ...update }));
      return (await conditionalWrite(answer)).kind === 'written';
    },
  };
}
