import { type DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { newTransactionId } from '../../functions/payments/ids.ts';
import { type Refund, refundOf } from '../../functions/payments/money/refund.ts';
import type { Transaction } from '../../functions/payments/transaction.ts';
import { type Attributes, fromAttributes, toAttributes } from '../../functions/runtime/attributes.ts';
import { TABLES } from './tables.ts';
import { transactionWith } from './transactions.ts';
import { paymentsIn } from './wired.ts';

interface OnTables {
  client: DynamoDBClient;
}

/** Writes a transaction with the given fields under a new id and returns it. */
export async function putTransaction({ client }: OnTables, fields: Partial<Transaction> = {}): Promise<Transaction> {
  const transaction = transactionWith({ transactionId: newTransactionId(), ...fields });
  await paymentsIn(client).transactions.create(transaction);
  return transaction;
}

/** The stored main item. */
export async function storedItem({ client }: OnTables, transactionId: string): Promise<Attributes> {
  const Key = toAttributes({ transactionId, item: 'main' });
  const { Item } = await client.send(new GetItemCommand({ TableName: TABLES.transactions, Key, ConsistentRead: true }));
  if (!Item) throw new Error('no such transaction');
  return Item;
}

/** The stored transaction. */
export async function stored({ client }: OnTables, transactionId: string): Promise<Transaction> {
  const transaction = await paymentsIn(client).read(transactionId, true);
  if (!transaction) throw new Error('no such transaction');
  return transaction;
}

/** The exceptions of a partition. */
export async function exceptionsOf(rig: OnTables, transactionId: string) {
  return (await itemsWith(rig, transactionId, 'exception#')).map(fromAttributes);
}

/** The recorded refunds of a transaction. */
export async function refundsOf(rig: OnTables, transactionId: string): Promise<Refund[]> {
  return (await itemsWith(rig, transactionId, 'refund#')).map(refundOf);
}

/**
 * The money of a partition: what paid it, the exceptions as kind and cents of their own (a question has none), and what
 * was returned, in cents.
 */
export async function moneyOf(rig: OnTables, transactionId: string) {
  const { status, receivedCents } = (await paymentsIn(rig.client).read(transactionId, true)) ?? {};
  const exceptions = await exceptionsOf(rig, transactionId);
  return {
    status,
    received: receivedCents,
    beside: exceptions
      .map(({ kind, receivedCents: cents }) => (cents === null ? String(kind) : `${kind} ${cents}`))
      .sort(),
    returned: (await refundsOf(rig, transactionId)).map(({ returnedCents }) => returnedCents),
  };
}

/** The items of a transaction by the beginning of their sort keys. */
export async function itemsWith({ client }: OnTables, transactionId: string, prefix: string): Promise<Attributes[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      KeyConditionExpression: 'transactionId = :id AND begins_with(#item, :prefix)',
      ExpressionAttributeNames: { '#item': 'item' },
      ExpressionAttributeValues: toAttributes({ ':id': transactionId, ':prefix': prefix }),
    }),
  );
  return Items;
}

/** Ids in the index that finance reads open exceptions from. */
export async function openExceptionIds({ client }: OnTables): Promise<string[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      IndexName: 'exceptions',
      KeyConditionExpression: '#state = :open',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: toAttributes({ ':open': 'open' }),
    }),
  );
  return Items.map((item) => String(fromAttributes(item).transactionId));
}
