import { type DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { unlessUnreadable } from '../runtime/parse-item.ts';
import { MAIN_ITEM } from './tables.ts';
import { type Transaction, transactionOf } from './transaction.ts';

const PAGE = 100;

/**
 * One merchant's transactions that were paid from `fromMs` on and before `toMs`, by the time of payment, a page at a time.
 * `onUnreadable` gets the id of each that is not in the form in which we write it.
 */
export async function* paidTransactionsIn(
  client: DynamoDBClient,
  tableName: string,
  { merchantId, fromMs, toMs }: { merchantId: string; fromMs: number; toMs: number },
  onUnreadable: (transactionId: string) => void,
): AsyncGenerator<Transaction[]> {
  let ExclusiveStartKey: Attributes | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName: tableName,
        IndexName: 'paid',
        KeyConditionExpression: 'merchantId = :merchantId AND paidAt BETWEEN :from AND :to',
        ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId, ':from': fromMs, ':to': toMs - 1 }),
        Limit: PAGE,
        ExclusiveStartKey,
      }),
    );
    const items = await Promise.all(
      Items.map(async ({ transactionId }) => {
        const id = transactionId?.S ?? '';
        const Key = toAttributes({ transactionId: id, item: MAIN_ITEM });
        const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key }));
        return unlessUnreadable(
          async () => Item && transactionOf(Item),
          () => onUnreadable(id),
        );
      }),
    );
    yield items.flatMap((item) => item ?? []);
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
