import { PutItemCommand, paginateQuery, QueryCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../runtime/attributes.ts';
import { MINUTE_MS } from '../../runtime/durations.ts';
import { randomText } from '../../runtime/ids.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { createCheckout, readCheckout } from '../payments/checkouts.ts';
import { inquiredAt } from '../sibs/checkout-status.ts';
import { orderPartition, type Table, ttlAfter } from '../table.ts';
import { isCalledBack } from './callback.ts';

/** In place of an order id: the partition that lists the orders of an account. */
const ALL_ORDERS = '';
const MAX_CONCURRENT_READS = 16;

export interface Order {
  account: string;
  orderId: string;
  amountCents: number;
  description: string;
}

/**
 * Stores a payment as one of the simulator's checkouts, so that they share all behaviour, and lists it by its order id,
 * which need not be unique. The control endpoints find it by our transaction id, which is part of its description.
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
    expiresAtMs: nowMs + MINUTE_MS,
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
  const all = { pk: orderPartition(account, ALL_ORDERS), sk: orderId };
  await table.dynamo.send(new PutItemCommand({ TableName: table.tableName, Item: toAttributes({ ...all, ttl }) }));
  return created;
}

/** A received amount: the payment, or a further one on the same reference. */
export interface Receipt {
  checkout: Checkout;
  amountCents: number;
  atMs: number;
}

/** Stores a further receipt of a paid payment, so that it is listed. `id` makes a repeat idempotent. */
export async function storeReceipt(
  { dynamo, tableName }: Table,
  { account, orderId = '', bankId }: Checkout,
  { id, amountCents, atMs }: { id: string; amountCents: number; atMs: number },
): Promise<void> {
  const key = { pk: orderPartition(account, orderId), sk: `${bankId}#${id}` };
  const Item = toAttributes({ ...key, bankId, amountCents, atMs, ttl: ttlAfter(atMs) });
  await dynamo.send(new PutItemCommand({ TableName: tableName, Item }));
}

/** The receipts of every order of an account up to `nowMs`, unordered. */
export async function allReceipts(table: Table, account: string, nowMs: number): Promise<Receipt[]> {
  const { dynamo, tableName } = table;
  const query = {
    TableName: tableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: toAttributes({ ':pk': orderPartition(account, ALL_ORDERS) }),
  };
  const receipts: Receipt[] = [];
  for await (const { Items = [] } of paginateQuery({ client: dynamo }, query)) {
    const page = await sideBySide(Items, MAX_CONCURRENT_READS, ({ sk }) =>
      receiptsOf(table, account, sk?.S ?? '', nowMs),
    );
    receipts.push(...page.flat());
  }
  return receipts;
}

/** The receipts of one order id up to `nowMs`, unordered. */
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
