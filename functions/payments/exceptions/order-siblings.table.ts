import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { queryPage } from '../../dynamo/query.ts';
import { type Attributes, toAttributes } from '../../runtime/attributes.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import { MAIN_ITEM } from '../tables.ts';
import { type Transaction, transactionOf } from '../transaction.ts';

/** Reads the other transactions of a transaction's order; `isComplete` is false where there are more. */
export type OrderSiblings = (
  transaction: Pick<Transaction, 'transactionId' | 'merchantId' | 'externalOrderId'>,
) => Promise<{ siblings: Transaction[]; isComplete: boolean }>;

/** Limit for a merchant that uses one order id for all payments. */
const MAX_SCANNED = 100;

const MAX_CONCURRENT_READS = 25;

/**
 * Queries the index `byOrder` (keys only, eventually consistent: a transaction enters it at creation, long before it
 * is paid) and reads the transactions consistently, so that of two concurrent payments at least the later audit reads
 * both. An ordinary order has one transaction and costs half a read unit.
 */
export function orderSiblingsIn(client: DynamoDBClient, tableName: string): OrderSiblings {
  return async (transaction) => {
    const siblings: Transaction[] = [];
    const query = {
      TableName: tableName,
      IndexName: 'byOrder',
      KeyConditionExpression: 'merchantId = :merchantId AND externalOrderId = :order',
      ExpressionAttributeValues: toAttributes({
        ':merchantId': transaction.merchantId,
        ':order': transaction.externalOrderId,
      }),
      Limit: MAX_SCANNED,
    };
    let after: Attributes | undefined;
    do {
      const page = await queryPage(client, query, after);
      const ids = page.items.flatMap((item) => item.transactionId?.S ?? []);
      siblings.push(...(await readAll(ids.filter((id) => id !== transaction.transactionId))));
      after = page.after;
    } while (after && siblings.length < MAX_SCANNED);
    return { siblings, isComplete: after === undefined };
  };

  async function readAll(ids: readonly string[]): Promise<Transaction[]> {
    const items = await sideBySide(ids, MAX_CONCURRENT_READS, read);
    return items.flatMap((item) => (item ? transactionOf(item) : []));
  }

  async function read(transactionId: string): Promise<Attributes | undefined> {
    const Key = toAttributes({ transactionId, item: MAIN_ITEM });
    const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key, ConsistentRead: true }));
    return Item;
  }
}
