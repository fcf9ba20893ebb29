import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DynamoDBClient,
  GetItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { isOvertaken } from '../../dynamo/conditional-write.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { IDEMPOTENCY_TTL, MAIN_ITEM } from '../tables.ts';
import { type Transaction, transactionOf } from '../transaction.ts';
import { itemOfNew } from '../transactions.table.ts';
import { IDEMPOTENCY_KEY_HOURS } from './idempotency-key.ts';

/**
 * Creates the transaction under a key of its merchant, unless an earlier one stands under it. Answers the one that
 * stands.
 */
export type CreateOnce = (transaction: Transaction, key: string) => Promise<Transaction>;

export interface IdempotencyTables {
  transactions: string;
  idempotencyKeys: string;
}

const KEPT_MS = IDEMPOTENCY_KEY_HOURS * 3_600_000;
/** Pauses before a transaction is tried again that met another one with the same key. */
const PAUSES_MS = [10, 25, 60, 150, 400];

/**
 * Transaction and key are one write, so that of two requests with one key one creates, and a crash leaves both or
 * neither. A key ends by our clock; DynamoDB only cleans up later.
 */
export function createOnceIn(client: DynamoDBClient, tables: IdempotencyTables): CreateOnce {
  return async (transaction, key) => {
    const TransactItems = writesOf(tables, transaction, key);
    for (const pauseMs of PAUSES_MS) {
      try {
        await client.send(new TransactWriteItemsCommand({ TransactItems }));
        return transaction;
      } catch (error) {
        if (!isOvertaken(error)) throw error;
        const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
        const earlierId = reasons[0]?.Item?.transactionId?.S;
        if (earlierId !== undefined) return read(earlierId);
        await sleep(pauseMs);
      }
    }
    throw new Error('init: requests with one key conflicted on every try');
  };

  async function read(transactionId: string): Promise<Transaction> {
    const { Item } = await client.send(
      new GetItemCommand({
        TableName: tables.transactions,
        Key: toAttributes({ transactionId, item: MAIN_ITEM }),
        ConsistentRead: true,
      }),
    );
    if (!Item) throw new Error('init: a key of no transaction');
    return transactionOf(Item);
  }
}

function writesOf(tables: IdempotencyTables, transaction: Transaction, key: string) {
  const { transactionId, merchantId, createdAt } = transaction;
  return [
    {
      Put: {
        TableName: tables.idempotencyKeys,
        Item: toAttributes({
          id: `${merchantId}#${key}`,
          transactionId,
          createdAt,
          [IDEMPOTENCY_TTL]: Math.ceil((createdAt + KEPT_MS) / 1_000),
        }),
        ConditionExpression: 'attribute_not_exists(id) OR createdAt <= :ended',
        ExpressionAttributeValues: toAttributes({ ':ended': createdAt - KEPT_MS }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    },
    { Put: { TableName: tables.transactions, Item: itemOfNew(transaction) } },
  ];
}
