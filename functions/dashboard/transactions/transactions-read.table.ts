import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet } from '../../dynamo/batch-get.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { type Transaction, transactionOf } from '../../payments/transaction.ts';
import { toAttributes } from '../../runtime/attributes.ts';

export type ReadTransactions = (
  transactionIds: readonly string[],
  isUpToDate?: (transaction: Transaction) => boolean,
) => Promise<Transaction[]>;

/**
 * Transactions by their ids, in that order, at half a read unit each. What an index names and a replica does not have
 * yet, or not in the state that the index shows (`isUpToDate`), is read once more, strongly consistent: a list is
 * complete.
 */
export function readTransactionsIn(client: DynamoDBClient, tableName: string): ReadTransactions {
  return async (transactionIds, isUpToDate = () => true) => {
    const found = await readBatch(client, tableName, transactionIds, false);
    const doubtful = transactionIds.filter((id) => {
      const transaction = found.get(id);
      return !transaction || !isUpToDate(transaction);
    });
    for (const [id, transaction] of await readBatch(client, tableName, doubtful, true)) found.set(id, transaction);
    return transactionIds.flatMap((id) => found.get(id) ?? []);
  };
}

async function readBatch(
  client: DynamoDBClient,
  tableName: string,
  transactionIds: readonly string[],
  consistent: boolean,
): Promise<Map<string, Transaction>> {
  const keys = transactionIds.map((transactionId) => toAttributes({ transactionId, item: MAIN_ITEM }));
  const items = await batchGet(client, tableName, keys, consistent);
  const found = items.flatMap((item) => (item ? transactionOf(item) : []));
  return new Map(found.map((transaction) => [transaction.transactionId, transaction]));
}
