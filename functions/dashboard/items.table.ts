import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet } from '../dynamo/batch-get.ts';
import { MAIN_ITEM } from '../payments/tables.ts';
import { type Transaction, transactionOf } from '../payments/transaction.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';

/** The items under these keys, read strongly, in that order; undefined where there is none. */
export type ReadItems = (
  keys: readonly { transactionId: string; item: string }[],
) => Promise<(Attributes | undefined)[]>;

/** The same, of the main items. */
export type ReadTransactions = (transactionIds: readonly string[]) => Promise<(Transaction | undefined)[]>;

export function readItemsIn(client: DynamoDBClient, tableName: string): ReadItems {
  return (keys) => batchGet(client, tableName, keys.map(toAttributes), true);
}

export function readTransactionsIn(client: DynamoDBClient, tableName: string): ReadTransactions {
  const readItems = readItemsIn(client, tableName);
  return async (transactionIds) => {
    const items = await readItems(transactionIds.map((transactionId) => ({ transactionId, item: MAIN_ITEM })));
    return items.map((item) => item && transactionOf(item));
  };
}
