import { type DynamoDBClient, TransactionCanceledException, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { isOvertaken } from '../../dynamo/conditional-write.ts';
import { retryOvertaken } from '../../dynamo/retry-overtaken.ts';
import { conditionOf } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { parseItem } from '../../runtime/parse-item.ts';
import { IDEMPOTENCY_TTL, idempotencyItemId } from '../tables.ts';
import type { Transaction } from '../transaction.ts';
import { itemOfNew } from '../transactions.table.ts';
import { IDEMPOTENCY_KEY_HOURS } from './idempotency-key.ts';

/** What a key created: the transaction, and the body's fields to compare a repeat with. */
const created = z.object({ transactionId: z.string(), externalOrderId: z.string(), amountCents: z.int() });
export type Created = z.infer<typeof created>;

/** Creates the transaction under a key of its merchant, unless one was. Returns what is stored under the key. */
export type CreateOnce = (transaction: Transaction, key: string) => Promise<Created>;

export interface IdempotencyTables {
  transactions: string;
  idempotencyKeys: string;
}

const STORED_MS = IDEMPOTENCY_KEY_HOURS * HOUR_MS;

/**
 * Transaction and key are one write, so that of two requests with one key one creates, and a crash leaves both or
 * neither. The refused one gets the key's item with the refusal. A key ends by our clock; DynamoDB only cleans up
 * later.
 */
export function createOnceIn(client: DynamoDBClient, tables: IdempotencyTables): CreateOnce {
  return async (transaction, key) => {
    const TransactItems = writesOf(tables, transaction, key);
    return retryOvertaken<Created>('init: the idempotency key', async () => {
      try {
        await client.send(new TransactWriteItemsCommand({ TransactItems }));
        return transaction;
      } catch (error) {
        if (!(error instanceof TransactionCanceledException && isOvertaken(error))) throw error;
        const earlier = error.CancellationReasons?.[0]?.Item;
        return earlier && parseItem(created, earlier);
      }
    });
  };
}

function writesOf(tables: IdempotencyTables, transaction: Transaction, key: string) {
  const { transactionId, merchantId, externalOrderId, amountCents, createdAt } = transaction;
  return [
    {
      Put: {
        TableName: tables.idempotencyKeys,
        Item: toAttributes({
          id: idempotencyItemId(merchantId, key),
          ...{ transactionId, externalOrderId, amountCents, createdAt },
          [IDEMPOTENCY_TTL]: Math.ceil((createdAt + STORED_MS) / 1_000),
        }),
        ...conditionOf({
          conditions: ['(attribute_not_exists(id) OR createdAt <= :ended)'],
          values: { ended: createdAt - STORED_MS },
        }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    },
    { Put: { TableName: tables.transactions, Item: itemOfNew(transaction) } },
  ];
}
