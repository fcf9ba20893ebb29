import { PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../runtime/attributes.ts';
import { randomText } from '../../runtime/ids.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { createCheckout, readCheckout } from '../payments/checkouts.ts';
import { inquiredAt } from '../sibs/checkout-status.ts';
import { orderPartition, type Table, ttlAfter } from '../table.ts';
import { isCalledBack } from './callback.ts';

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

/** Money that came: a payment's own, or more of it on the same reference. */
export interface Receipt {
  checkout: Checkout;
  amountCents: number;
  atMs: number;
}

/** Keeps money that comes for a payment that is paid, so that it is listed too. The same `id` is the same money. */
export async function keepFurtherReceipt(
  { dynamo, tableName }: Table,
  { account, orderId = '', bankId }: Checkout,
  { id, amountCents, atMs }: { id: string; amountCents: number; atMs: number },
): Promise<void> {
  const key = { pk: orderPartition(account, orderId), sk: `${bankId}#${id}` };
  const Item = toAttributes({ ...key, bankId, amountCents, atMs, ttl: ttlAfter(atMs) });
  await dynamo.send(new PutItemCommand({ TableName: tableName, Item }));
}

/** What was received for one order id by `nowMs`, in no order. */
export async function receiptsOf(table: Table, account: string, orderId: string, nowMs: number): Promise<Receipt[]> {
  const { dynamo, tableName } = table;
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: toAttributes({ ':pk': orderPartition(account, orderId) }),
      ConsistentRead: true,
    }),
  );
  const receipts = await Promise.all(
    Items.map(async ({ bankId, amountCents, atMs }): Promise<Receipt | undefined> => {
      const checkout = await readCheckout(table, bankId?.S ?? '');
      if (!checkout || !isCalledBack(inquiredAt(checkout, nowMs))) return;
      if (amountCents) return { checkout, amountCents: Number(amountCents.N), atMs: Number(atMs?.N) };
      return { checkout, amountCents: checkout.paidCents ?? checkout.amountCents, atMs: checkout.settledAtMs ?? 0 };
    }),
  );
  return receipts.filter((receipt) => receipt !== undefined);
}
