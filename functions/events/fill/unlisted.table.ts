import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet, MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { queryPages } from '../../dynamo/query.ts';
import { havingSize, setting, where } from '../../dynamo/update.ts';
import { writeMainItemIn } from '../../payments/items.table.ts';
import { MAIN_ITEM } from '../../payments/tables.ts';
import { type Transaction, transactionOf } from '../../payments/transaction.ts';
import { type Attributes, toAttributes } from '../../runtime/attributes.ts';
import { UnreadableItem } from '../../runtime/parse-item.ts';

export type UnlistedTable = ReturnType<typeof unlistedTable>;

/** Transactions that settled before there was the index `settled`. */
export function unlistedTable(client: DynamoDBClient, TableName: string) {
  const write = writeMainItemIn(client, TableName);
  return {
    /** A merchant's transactions in the order of their creation, a page at a time, read strongly. */
    async *transactions(merchantId: string): AsyncGenerator<(Transaction | UnreadableItem)[]> {
      const pages = queryPages(client, {
        TableName,
        IndexName: 'byMerchant',
        KeyConditionExpression: 'merchantId = :merchantId',
        ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId }),
        Limit: MAX_BATCH_KEYS,
      });
      for await (const page of pages) {
        const keys = page.map(({ transactionId }) =>
          toAttributes({ transactionId: transactionId?.S, item: MAIN_ITEM }),
        );
        const items = await batchGet(client, TableName, keys, true);
        yield items.flatMap((item) => (item ? [readable(item)] : []));
      }
    },

    /**
     * Gives a transaction its entry. Only if it has none and no event more: a settlement that came meanwhile has
     * written its own.
     */
    async list({ transactionId, settlements }: Transaction): Promise<boolean> {
      const settledAt = settlements.at(-1)?.settledAt;
      const outcome = await write(
        transactionId,
        setting({ settledAt }),
        where({ settledAt: undefined }),
        havingSize('settlements', settlements.length),
      );
      return outcome.kind === 'written';
    },
  };
}

function readable(item: Attributes): Transaction | UnreadableItem {
  try {
    return transactionOf(item);
  } catch (error) {
    if (error instanceof UnreadableItem) return error;
    throw error;
  }
}
