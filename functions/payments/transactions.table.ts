import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { besideTransactions, conditionalWrite } from '../dynamo/conditional-write.ts';
import { queryPage } from '../dynamo/query.ts';
import { conditionOf, type Fragment, havingSize, removing, setting, where } from '../dynamo/update.ts';
import { SMOKE_MERCHANT_ID } from '../merchants/tables.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { writeMainItemIn } from './items.table.ts';
import { pointersTable } from './pointer.table.ts';
import { startsTable } from './start/starts.table.ts';
import { MAIN_ITEM, shardOf } from './tables.ts';
import { type Transaction, transactionOf } from './transaction.ts';

/** The main item of a new transaction. Without a shard one of the smoke test is in no index across merchants. */
function itemOfNew(transaction: Transaction): Attributes {
  const { transactionId, merchantId } = transaction;
  const shard = merchantId === SMOKE_MERCHANT_ID ? undefined : shardOf(transactionId);
  return toAttributes({ ...transaction, item: MAIN_ITEM, shard });
}

export type Transactions = ReturnType<typeof transactionsTable>;

/**
 * Reads and writes of the `transactions` table, except the settling write (`settle.ts`) and the deliveries
 * (`webhooks/`).
 */
export function transactionsTable(client: DynamoDBClient, tableName: string) {
  const write = writeMainItemIn(client, tableName);
  const pointers = pointersTable(client, tableName);

  return {
    ...pointers,
    ...startsTable(write, pointers.writeReference),

    /** Creates the transaction, unless its id has one. Returns the stored one, which the refused write answers. */
    async create(transaction: Transaction): Promise<Transaction> {
      const command = new PutItemCommand({
        TableName: tableName,
        Item: itemOfNew(transaction),
        ...conditionOf(where({ transactionId: undefined })),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      const { kind, item = {} } = await conditionalWrite(besideTransactions(() => client.send(command)));
      return kind === 'written' ? transaction : transactionOf(item);
    },

    /** A consistent read costs one read unit instead of a half and returns every completed write. */
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

    /** Moves `dueAt`, only if the transaction has not changed since `seen`. */
    async rearm(seen: Transaction, to: number): Promise<void> {
      await write(seen.transactionId, setting({ dueAt: to }), ...unchanged(seen));
    },

    /** Removes the transaction from the sweep's index, only if it has not changed since `seen`. */
    async disarm(seen: Transaction): Promise<void> {
      await write(seen.transactionId, removing('dueAt'), ...unchanged(seen));
    },

    /**
     * Ids of the due transactions of one shard, oldest first, one page at a time; `after` is where the last page
     * ended.
     */
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
 * Condition: `dueAt`, live attempt and settlements are unchanged. `dueAt` alone does not prove that: an ordinary
 * claim or settlement does not change it, and the sweep would then miss the new push or event.
 */
function unchanged({ dueAt, attempts, liveAttempt, settlements }: Transaction): Fragment[] {
  const live = liveAttempt === undefined ? undefined : attempts[liveAttempt]?.bankId;
  return [
    // No stored `dueAt` equals null: where none was read there is none to move.
    where({ dueAt: dueAt ?? null }),
    where(live === undefined ? { liveAttempt: undefined } : { liveAttempt, [`attempts[${liveAttempt}].bankId`]: live }),
    havingSize('settlements', settlements.length),
  ];
}
