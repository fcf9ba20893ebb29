import { BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { MAIN_ITEM } from '../payments/tables.ts';
import { type Transaction, transactionOf } from '../payments/transaction.ts';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';

/** As many as DynamoDB reads in one call. */
export const READS_AT_MOST = 100;

export type ReadTransactions = (
  transactionIds: readonly string[],
  isUpToDate?: (transaction: Transaction) => boolean,
) => Promise<Transaction[]>;

/**
 * Transactions by their ids, in the order asked for, at half a read unit each. What an index names and a replica does not
 * have yet, or has not in the state for which it was named (`isUpToDate`), is read once more, strongly: a list leaves nothing out.
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

/** Main items of at most 100 ids. */
async function readBatch(
  client: DynamoDBClient,
  tableName: string,
  transactionIds: readonly string[],
  ConsistentRead: boolean,
): Promise<Map<string, Transaction>> {
  const found = new Map<string, Transaction>();
  let Keys: Attributes[] = [...new Set(transactionIds)].map((transactionId) =>
    toAttributes({ transactionId, item: MAIN_ITEM }),
  );
  while (Keys.length > 0) {
    const { Responses, UnprocessedKeys } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead } } }),
    );
    for (const item of Responses?.[tableName] ?? []) {
      const transaction = transactionOf(item);
      found.set(transaction.transactionId, transaction);
    }
    Keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return found;
}
