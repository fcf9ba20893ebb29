import { GetItemCommand, QueryCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { fromAttributes, toAttributes } from '../../runtime/attributes.ts';
import { checkoutKey, nameKey, referenceKey, type Table, transactionPartition, ttlAfter } from '../table.ts';
import { type Checkout, checkout } from './checkout-item.ts';
import { failedConditions } from './writes.ts';

/** Writes a new checkout under its name. False when its account has used the merchantTransactionId before. */
export async function createCheckout({ dynamo, tableName }: Table, created: Checkout): Promise<boolean> {
  const ttl = ttlAfter(created.finalAtMs ?? created.expiresAtMs);
  const name = nameKey(created.account, created.merchantTransactionId);
  try {
    await dynamo.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          {
            Put: {
              TableName: tableName,
              Item: { ...name, ...toAttributes({ bankId: created.bankId, ttl }) },
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
          {
            Put: {
              TableName: tableName,
              Item: { ...checkoutKey(created.bankId), ...toAttributes({ ...created, ttl }) },
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
        ],
      }),
    );
    return true;
  } catch (error) {
    if (failedConditions(error).includes(0)) return false;
    throw error;
  }
}

export async function readCheckout({ dynamo, tableName }: Table, bankId: string): Promise<Checkout | undefined> {
  const { Item } = await dynamo.send(
    new GetItemCommand({ TableName: tableName, Key: checkoutKey(bankId), ConsistentRead: true }),
  );
  return Item && checkout.parse(fromAttributes(Item));
}

export async function readCheckoutByName(
  table: Table,
  account: string,
  merchantTransactionId: string,
): Promise<Checkout | undefined> {
  return follow(table, nameKey(account, merchantTransactionId));
}

export async function readCheckoutByReference(
  table: Table,
  entity: string,
  reference: string,
): Promise<Checkout | undefined> {
  return follow(table, referenceKey(entity, reference));
}

/** The checkout that a name or reference item points at. */
async function follow(table: Table, key: ReturnType<typeof nameKey>): Promise<Checkout | undefined> {
  const { Item } = await table.dynamo.send(
    new GetItemCommand({ TableName: table.tableName, Key: key, ConsistentRead: true }),
  );
  return Item?.bankId?.S === undefined ? undefined : readCheckout(table, Item.bankId.S);
}

/** All checkouts whose merchantTransactionId begins with `prefix` (24 characters), unordered. */
export async function checkoutsOfTransaction(table: Table, prefix: string): Promise<Checkout[]> {
  const { Items = [] } = await table.dynamo.send(
    new QueryCommand({
      TableName: table.tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: toAttributes({ ':pk': transactionPartition(prefix) }),
      ConsistentRead: true,
    }),
  );
  const found = await Promise.all(Items.map((item) => readCheckout(table, item.bankId?.S ?? '')));
  return found.filter((item) => item !== undefined);
}
