import { PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../runtime/attributes.ts';
import { randomText } from '../runtime/ids.ts';
import type { Checkout } from './checkout-item.ts';
import { createCheckout, readCheckout } from './checkouts.ts';
import { orderPartition, type Table, ttlAfter } from './table.ts';

export interface Order {
  account: string;
  orderId: string;
  amountCents: number;
  description: string;
}

/**
 * Writes a payment as one of the simulator's checkouts, so that everything that happens to those happens to it, and lists
 * it under its order id, which need not be unique. The control endpoints find it by our transaction id, which is read out of
 * its description as a person at the back office would.
 */
export async function createOrder(
  table: Table,
  { account, orderId, amountCents, description }: Order,
  terms: Pick<Checkout, 'methods' | 'entity' | 'finalAtMs'>,
  nowMs: number,
): Promise<Checkout> {
  const [, transaction = orderId] = /tx_([0-9a-z]{24})/.exec(description) ?? [];
  const bankId = randomText(20);
  const created: Checkout = {
    bankId,
    account,
    orderId,
    terminalId: 0,
    merchantTransactionId: `${transaction}-${bankId}`,
    amountCents,
    signature: '',
    createdAtMs: nowMs,
    expiresAtMs: nowMs + 60_000,
    paymentStatus: 'Pending',
    statusCode: '000',
    ...terms,
  };
  await createCheckout(table, created);
  const key = { pk: orderPartition(account, orderId), sk: bankId };
  const ttl = ttlAfter(created.finalAtMs ?? created.expiresAtMs);
  await table.dynamo.send(
    new PutItemCommand({ TableName: table.tableName, Item: toAttributes({ ...key, bankId, ttl }) }),
  );
  return created;
}

/** The payments of one order id, in no order. */
export async function ordersOf({ dynamo, tableName }: Table, account: string, orderId: string): Promise<Checkout[]> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: toAttributes({ ':pk': orderPartition(account, orderId) }),
      ConsistentRead: true,
    }),
  );
  const found = await Promise.all(Items.map((item) => readCheckout({ dynamo, tableName }, item.bankId?.S ?? '')));
  return found.filter((checkout) => checkout !== undefined);
}
