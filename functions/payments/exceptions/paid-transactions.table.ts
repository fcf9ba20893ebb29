import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchGet, MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { queryPages } from '../../dynamo/query.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { unlessUnreadable } from '../../runtime/parse-item.ts';
import { MAIN_ITEM } from '../tables.ts';
import { type Transaction, transactionOf } from '../transaction.ts';

/**
 * One merchant's transactions paid from `fromMs` until before `toMs`, by time of payment, one page at a time.
 * `onUnreadable` gets the id of each transaction that does not match its schema.
 */
export async function* paidTransactionsIn(
  client: DynamoDBClient,
  tableName: string,
  { merchantId, fromMs, toMs }: { merchantId: string; fromMs: number; toMs: number },
  onUnreadable: (transactionId: string) => void,
): AsyncGenerator<Transaction[]> {
  const pages = queryPages(client, {
    TableName: tableName,
    IndexName: 'paid',
    KeyConditionExpression: 'merchantId = :merchantId AND paidAt BETWEEN :from AND :to',
    ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId, ':from': fromMs, ':to': toMs - 1 }),
    Limit: MAX_BATCH_KEYS,
  });
  for await (const entries of pages) {
    const ids = entries.map(({ transactionId }) => transactionId?.S ?? '');
    const keys = ids.map((transactionId) => toAttributes({ transactionId, item: MAIN_ITEM }));
    const items = await batchGet(client, tableName, keys);
    const found = items.map((item, index) =>
      unlessUnreadable(
        async () => item && transactionOf(item),
        () => onUnreadable(ids[index] ?? ''),
      ),
    );
    yield (await Promise.all(found)).flatMap((transaction) => transaction ?? []);
  }
}
