import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { queryPage } from '../dynamo/query.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { type MainItemWrite, writeMainItem } from './items.table.ts';
import { pointersTable } from './pointer.table.ts';
import { startsTable } from './start/starts.table.ts';
import { MAIN_ITEM, shardOf } from './tables.ts';
import { type Transaction, transactionOf } from './transaction.ts';

export type Transactions = ReturnType<typeof transactionsTable>;

/** Items, conditions and reads of the `transactions` table, save those of a start (`starts.table.ts`), the settling write (`settle.ts`) and the deliveries (`webhooks/`). */
export function transactionsTable(client: DynamoDBClient, tableName: string) {
  const write = (input: MainItemWrite) => writeMainItem(client, tableName, input);

  return {
    ...pointersTable(client, tableName),
    ...startsTable(write),

    async create(transaction: Transaction): Promise<void> {
      const { transactionId } = transaction;
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: toAttributes({ ...transaction, item: MAIN_ITEM, shard: shardOf(transactionId) }),
        }),
      );
    },

    /** `consistent` costs a whole read unit instead of half of one, and sees every write that was answered before. */
    async read(transactionId: string, consistent: boolean): Promise<Transaction | undefined> {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key: toAttributes({ transactionId, item: MAIN_ITEM }),
          ConsistentRead: consistent,
        }),
      );
      return Item && transactionOf(Item);
    },

    /** Moves the sweep's next look, only if nothing it was decided from has changed since `seen`. */
    async rearm(seen: Transaction, to: number): Promise<void> {
      const { condition, values } = unchanged(seen);
      await write({
        transactionId: seen.transactionId,
        update: 'SET dueAt = :to',
        condition,
        values: { ...values, ':to': to },
      });
    },

    /** Nothing is left to do: takes the transaction off the sweep's index, only if nothing has changed since `seen`. */
    async disarm(seen: Transaction): Promise<void> {
      await write({ transactionId: seen.transactionId, update: 'REMOVE dueAt', ...unchanged(seen) });
    },

    /** Ids of what is due in one shard, the longest due first, a page at a time; `after` is where the page before ended. */
    async due(
      shard: number,
      nowMs: number,
      limit: number,
      after?: Attributes,
    ): Promise<{ transactionIds: string[]; after: Attributes | undefined }> {
      const query = {
        TableName: tableName,
        IndexName: 'due',
        // `shard` is a reserved word.
        KeyConditionExpression: '#shard = :shard AND dueAt <= :now',
        ExpressionAttributeNames: { '#shard': 'shard' },
        ExpressionAttributeValues: toAttributes({ ':shard': shard, ':now': nowMs }),
        Limit: limit,
      };
      const page = await queryPage(client, query, after);
      return { transactionIds: page.items.map(({ transactionId }) => transactionId?.S ?? ''), after: page.after };
    },
  };
}

/**
 * `dueAt` alone does not tell: an ordinary claim or settlement leaves it where it is. Were it moved or removed by what
 * was true before, a push or an event written meanwhile would drop out of the sweep.
 */
function unchanged({ dueAt, attempts, liveAttempt, settlements }: Transaction) {
  const live = liveAttempt === undefined ? undefined : attempts[liveAttempt]?.bankId;
  const isSameStart =
    live === undefined
      ? 'attribute_not_exists(liveAttempt)'
      : `liveAttempt = :live AND attempts[${liveAttempt}].bankId = :bankId`;
  return {
    condition: `dueAt = :from AND ${isSameStart} AND size(settlements) = :settlements`,
    values: {
      ':from': dueAt ?? null,
      ':settlements': settlements.length,
      ...(live !== undefined && { ':live': liveAttempt, ':bankId': live }),
    },
  };
}
