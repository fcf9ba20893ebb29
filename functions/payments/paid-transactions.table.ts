import { type DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type Attributes, toAttributes } from '../runtime/attributes.ts';
import { MAIN_ITEM } from './tables.ts';
import { type Transaction, transactionOf } from './transaction.ts';

const PAGE = 100;

/** One merchant's transactions that were paid from `fromMs` on and before `toMs`, by the time of payment, a page at a time. */
export async function* paidTransactionsIn(
  client: DynamoDBClient,
  tableName: string,
  { merchantId, fromMs, toMs }: { merchantId: string; fromMs: number; toMs: number },
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
        const Key = toAttributes({ transactionId: transactionId?.S ?? '', item: MAIN_ITEM });
        return (await client.send(new GetItemCommand({ TableName: tableName, Key }))).Item;
      }),
    );
    yield items.flatMap((item) => (item ? [transactionOf(item)] : []));
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
