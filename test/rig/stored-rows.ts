import { BatchWriteItemCommand, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { newTransactionId } from '../../functions/payments/ids.ts';
import { MAIN_ITEM, shardOf } from '../../functions/payments/tables.ts';
import type { Settlement, Transaction } from '../../functions/payments/transaction.ts';
import { type Attribute, toAttributes } from '../../functions/runtime/attributes.ts';
import { sideBySide } from '../../functions/runtime/side-by-side.ts';
import { undeliveredMarks } from '../../functions/webhooks/undelivered.ts';
import { TABLES } from './tables.ts';
import { transactionWith } from './transactions.ts';
import { deliveryWith, settlementWith } from './webhook-records.ts';

interface OnTables {
  client: DynamoDBClient;
}

/** A transaction with the marks that the product's own writes set on it. */
export function storedWith(fields: Partial<Transaction>): Record<string, Attribute> {
  const { dueAt, ...transaction } = transactionWith({ transactionId: newTransactionId(), ...fields });
  const newest = transaction.settlements.at(-1);
  const state = newest?.delivery.state;
  const isUndelivered = newest && (state === 'not_delivered' || state === 'skipped');
  return {
    ...(transaction as unknown as Record<string, Attribute>),
    item: MAIN_ITEM,
    shard: shardOf(transaction.transactionId),
    ...((!newest || state === 'pending') && { dueAt: dueAt ?? 0 }),
    ...(isUndelivered && undeliveredMarks(transaction.merchantId, newest.settledAt, state)),
  };
}

export async function put({ client }: OnTables, item: Record<string, Attribute>): Promise<string> {
  await client.send(new PutItemCommand({ TableName: TABLES.transactions, Item: toAttributes(item) }));
  return String(item.transactionId);
}

export const putListed = (rig: OnTables, fields: Partial<Transaction>) => put(rig, storedWith(fields));

export async function putMany(rig: OnTables, items: readonly Record<string, Attribute>[]): Promise<void> {
  const starts = Array.from({ length: Math.ceil(items.length / 25) }, (_, index) => index * 25);
  await sideBySide(starts, 8, async (start) => {
    const puts = items.slice(start, start + 25).map((item) => ({ PutRequest: { Item: toAttributes(item) } }));
    await rig.client.send(new BatchWriteItemCommand({ RequestItems: { [TABLES.transactions]: puts } }));
  });
}

/** A settlement at a time, delivered at the first attempt by default. */
export function settledWith(
  settledAt: number,
  delivery: Partial<Settlement['delivery']> = {},
  fields: Partial<Settlement> = {},
): Settlement {
  const attempt = {
    id: 'a',
    startedAt: settledAt + 20,
    durationMs: 30,
    outcome: 'delivered' as const,
    statusCode: 200,
  };
  return settlementWith({
    ...{ eventId: `evt_${settledAt}`, cause: 'bank-confirmed', settledAt, paidAt: settledAt - 1_000 },
    delivery: deliveryWith({ state: 'delivered', done: 1, attempts: [attempt], ...delivery }),
    ...fields,
  });
}

/** A paid transaction: created two minutes before its settlement, paid a second before it. */
export function paidWith(
  settledAt: number,
  fields: Partial<Transaction> = {},
  delivery: Partial<Settlement['delivery']> = {},
): Partial<Transaction> {
  return {
    status: 'paid',
    createdAt: settledAt - 120_000,
    paidAt: settledAt - 1_000,
    paymentMethod: 'MBWAY',
    receivedCents: fields.amountCents ?? 1_000,
    settlements: [settledWith(settledAt, delivery)],
    ...fields,
  };
}
