import { setTimeout as sleep } from 'node:timers/promises';
import { type DynamoDBClient, GetItemCommand, QueryCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { BankAccount } from '../../functions/banking/account.ts';
import { bankAccounts } from '../../functions/banking/bank-accounts.ts';
import { checkoutId } from '../../functions/banking/sibs/wire.ts';
import { keyringOf } from '../../functions/merchants/keys/keyring.ts';
import { newTransactionId } from '../../functions/payments/ids.ts';
import { type Refund, refundOf } from '../../functions/payments/money/refund.ts';
import { notification } from '../../functions/payments/settle/notification.ts';
import { phoneHashFrom } from '../../functions/payments/start/phone.ts';
import { shardOf } from '../../functions/payments/tables.ts';
import type { Transaction } from '../../functions/payments/transaction.ts';
import { type Attributes, fromAttributes, toAttributes } from '../../functions/runtime/attributes.ts';
import type { LogFields, Logger } from '../../functions/runtime/logger.ts';
import type { NotificationFacts } from '../bank/sibs-notification.ts';
import { apiEvent } from './api-event.ts';
import { behave, sibsNotification } from './bank-script.ts';
import { createTables, type Database, startDatabase, TABLES } from './created-tables.ts';
import { transactionWith } from './payment-transactions.ts';
import { CREDENTIALS, NOW_MS, startScriptedSibs } from './scripted-sibs.ts';
import { paymentsIn } from './wired.ts';

export type PaymentRig = Awaited<ReturnType<typeof startPaymentRig>>;

export const KEYRING = keyringOf(JSON.stringify({ k1: 'x'.repeat(64) }));

/** A real table, the real adapter, a scripted bank, and a movable clock. */
export async function startPaymentRig(given?: Database) {
  const database = given ?? (await startDatabase());
  const { endpoint, client } = database;
  await createTables(client);
  const sibs = await startScriptedSibs();
  const time = { nowMs: NOW_MS };
  return {
    endpoint,
    client,
    sibs,
    time,
    /** Resets the bank and the clock for a test. */
    reset: () => {
      time.nowMs = NOW_MS;
      behave(sibs);
    },
    stop: async () => {
      await Promise.all([sibs.close(), database.stop()]);
    },
  };
}

type LogLine = LogFields & { level: 'info' | 'warn' | 'error'; message: string };

/** A logger that records its lines. */
export function keepingLogger(): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine['level']) =>
    (message: string, fields: LogFields = {}) =>
      void lines.push({ level, message, ...fields });
  return { lines, logger: { info: at('info'), warn: at('warn'), error: at('error') } };
}

/** The payments on the tables of the tests, and a logger. */
export function wiredOn(client: DynamoDBClient, clock: () => number) {
  return {
    ...keepingLogger(),
    ...paymentsIn(client, clock),
    phoneHash: phoneHashFrom(async () => KEYRING),
  };
}

/** The functions' dependencies on the rig. `main` has minimums of 0.50 and 1.00. */
export function dependenciesOf(rig: PaymentRig, client: DynamoDBClient = rig.client) {
  const clock = () => rig.time.nowMs;
  const account: BankAccount = {
    name: 'main',
    provider: 'sibs',
    baseUrl: rig.sibs.baseUrl,
    secretId: 'bank-main',
    minimumCents: { MBWAY: 50, REFERENCE: 100 },
    referenceDays: 3,
  };
  const slept: number[] = [];
  return {
    ...wiredOn(client, clock),
    bankAccounts: bankAccounts({ accounts: [account], readSecret: async () => JSON.stringify(CREDENTIALS), clock }),
    slept,
    // Pauses in real time, so that racing calls get their turn. The clock of the rules does not move.
    sleep: async (durationMs: number) => {
      slept.push(durationMs);
      await sleep(5);
    },
  };
}
export type RigDependencies = ReturnType<typeof dependenciesOf>;

type OnTables = Pick<PaymentRig, 'client'>;

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

/** The exceptions of a partition: kind, expected cents and received cents. */
export async function exceptionsOf(rig: OnTables, transactionId: string) {
  return (await itemsWith(rig, transactionId, 'exception#')).map(fromAttributes);
}

/** The recorded refunds of a transaction. */
export async function refundsOf(rig: OnTables, transactionId: string): Promise<Refund[]> {
  return (await itemsWith(rig, transactionId, 'refund#')).map(refundOf);
}

async function itemsWith({ client }: OnTables, transactionId: string, prefix: string): Promise<Attributes[]> {
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

/** Every item of the transactions table. */
export async function allItems({ client }: OnTables): Promise<Attributes[]> {
  const items: Attributes[] = [];
  let ExclusiveStartKey: Attributes | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: TABLES.transactions, ConsistentRead: true, ExclusiveStartKey }),
    );
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

/** Ids in the index that finance reads open exceptions from. */
export async function openExceptionIds({ client }: OnTables, transactionId: string): Promise<string[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      IndexName: 'exceptions',
      KeyConditionExpression: '#shard = :shard',
      ExpressionAttributeNames: { '#shard': 'shard' },
      ExpressionAttributeValues: toAttributes({ ':shard': shardOf(transactionId) }),
    }),
  );
  return Items.map((item) => String(fromAttributes(item).transactionId));
}

/** Sends a notification about the attempt `index` of a transaction through the function as deployed. */
export async function notify(
  dependencies: RigDependencies,
  { transactionId, attempts }: Pick<Transaction, 'transactionId' | 'attempts'>,
  facts: Partial<NotificationFacts> = {},
  index = 0,
) {
  const bankId = attempts[index]?.bankId ?? 'none';
  return receive(
    dependencies,
    sibsNotification({ merchantTransactionId: checkoutId(transactionId), bankId, ...facts }),
  );
}

export function receive(
  dependencies: RigDependencies,
  { headers, rawBody }: ReturnType<typeof sibsNotification>,
  account = 'main',
) {
  const event = apiEvent({ body: rawBody, pathParameters: { account }, authorizer: null });
  return notification(dependencies)({ ...event, headers });
}
