import { type DynamoDBClient, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { PaymentMethod } from '../../../functions/banking/bank.ts';
import { rebuild } from '../../../functions/finance/rebuild/rebuild.ts';
import { updateBooks } from '../../../functions/finance/totals/books.ts';
import { eventEntries, refundEntries } from '../../../functions/finance/totals/contribution.ts';
import { type Counter, counterOf } from '../../../functions/finance/totals/counter.ts';
import { byDay, type Figures } from '../../../functions/finance/totals/figures.ts';
import { booksOn as bookingOn, rebuildOn as rebuildingOn } from '../../../functions/finance/wiring.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { type Refund, refundItem } from '../../../functions/payments/money/refund.ts';
import { MAIN_ITEM, shardOf } from '../../../functions/payments/tables.ts';
import type { Settlement, Transaction } from '../../../functions/payments/transaction.ts';
import type { TerminalStatus } from '../../../functions/payments/transitions.ts';
import { type Attribute, toAttributes } from '../../../functions/runtime/attributes.ts';
import { randomId } from '../../../functions/runtime/ids.ts';
import { rigTest } from '../../fixtures/rig-test.ts';
import { createTables, type Database, TABLES } from '../../support/created-tables.ts';
import { transactionWith } from '../../support/payment-transactions.ts';
import { keepingLogger, paymentsIn } from '../../support/wired.ts';

export type FinanceRig = Awaited<ReturnType<typeof startFinanceRig>>;

/** Of the file that runs, and of the test a merchant of its own. */
export let rig: FinanceRig;
export let merchantId = '';
let merchants = 0;

export const test = rigTest(async (database) => {
  rig = await startFinanceRig(database);
  return rig;
}).extend('merchant', { auto: true }, async ({ rig: own }) => {
  beginAnother();
  own.time.nowMs = NOON_MS;
});

/** Another merchant in its place. */
export function beginAnother(): void {
  merchants += 1;
  merchantId = `mer_${merchants}`;
}

/** A summer's noon in Lisbon, 11:00 UTC. */
export const NOON_MS = Date.parse('2026-07-01T11:00:00Z');
export const TODAY = '2026-07-01';

/** Empty tables, and a clock that a test moves. */
export async function startFinanceRig({ endpoint, client }: Database) {
  await createTables(client);
  const time = { nowMs: NOON_MS };
  return { endpoint, client, time, stop: async () => undefined };
}

/** What the functions that count are wired on. */
export const countingClients = ({ client, time }: FinanceRig, dynamo = client) => ({
  dynamo,
  clock: () => time.nowMs,
  sleep: async () => undefined,
  logger: keepingLogger().logger,
});

/** The function as its handler wires it, over `client`; the pauses between its tries are none. */
export function booksOn(rig: FinanceRig, client: DynamoDBClient) {
  const { logger, lines } = keepingLogger();
  const dependencies = bookingOn({ ...countingClients(rig, client), logger }, TABLES);
  return { lines, keep: (Records: DynamoDBRecord[]) => updateBooks({ Records }, dependencies) };
}

export const rebuildOn = (rig: FinanceRig, client: DynamoDBClient) =>
  rebuild({ ...rebuildingOn(countingClients(rig, client), TABLES), progress: () => undefined });

/** One change of status: `atMs` by our clock, `paidAtMs` by the bank's where it is another. */
export interface Step {
  status: TerminalStatus;
  atMs: number;
  paidAtMs?: number;
  method?: PaymentMethod | null;
}

/** A transaction after these steps. */
export function afterSteps(steps: readonly Step[], fields: Partial<Transaction> = {}): Transaction {
  const settlements = steps.map(({ status, atMs, paidAtMs = atMs, method = 'MBWAY' }): Settlement => {
    const paidAt = status === 'paid' ? paidAtMs : null;
    const delivery: Settlement['delivery'] = { state: 'pending', series: 1, done: 0, attempts: [] };
    return { eventId: randomId('evt'), status, settledAt: atMs, paymentMethod: method, paidAt, delivery };
  });
  const last = settlements.at(-1);
  return transactionWith({
    transactionId: newTransactionId(),
    externalOrderId: randomId('evt'),
    createdAt: (steps[0]?.atMs ?? NOON_MS) - 60_000,
    status: last?.status ?? 'pending',
    paymentMethod: last?.paymentMethod ?? null,
    settlements,
    ...(last?.paidAt != null && { paidAt: last.paidAt }),
    ...fields,
  });
}

/** Puts a transaction as it is after all its steps. */
export async function put({ client }: FinanceRig, ...transactions: Transaction[]): Promise<void> {
  for (const transaction of transactions) await paymentsIn(client).transactions.create(transaction);
}

export async function putRefund({ client }: FinanceRig, refund: Refund): Promise<void> {
  const Item = toAttributes({ ...refund, item: refundItem(refund.refundId) });
  await client.send(new PutItemCommand({ TableName: TABLES.transactions, Item }));
}

export function refundOf({ transactionId }: Transaction, fields: Partial<Refund> = {}): Refund {
  return {
    transactionId,
    refundId: randomId('evt'),
    kind: 'refund',
    type: 'RFND',
    amountCents: 400,
    bankAccount: 'main',
    originalBankId: null,
    noticeId: 'notice',
    returnedAt: null,
    recordedAt: NOON_MS,
    ...fields,
  };
}

let sequenceNumbers = 0;
const record = (eventName: 'INSERT' | 'MODIFY', images: object): DynamoDBRecord => {
  sequenceNumbers += 1;
  return { eventName, dynamodb: { SequenceNumber: String(sequenceNumbers), ...images } };
};
const imageOf = (transaction: Transaction) =>
  toAttributes({
    ...(transaction as unknown as Record<string, Attribute>),
    item: MAIN_ITEM,
    shard: shardOf(transaction.transactionId),
  });

/** The stream's records of a transaction's changes of status, in their order. */
export function recordsOf(transaction: Transaction): DynamoDBRecord[] {
  const imageAfter = (steps: number) => {
    const settlements = transaction.settlements.slice(0, steps);
    const last = settlements.at(-1);
    const { paidAt: _, ...rest } = transaction;
    return imageOf({
      ...rest,
      settlements,
      status: last?.status ?? 'pending',
      paymentMethod: last?.paymentMethod ?? null,
      ...(last?.paidAt != null && { paidAt: last.paidAt }),
    });
  };
  return transaction.settlements.map((_, step) =>
    record('MODIFY', { OldImage: imageAfter(step), NewImage: imageAfter(step + 1) }),
  );
}

/** A refund as it was recorded, or as it was changed from `before`. */
export function refundRecord(refund: Refund, before?: Refund): DynamoDBRecord {
  const image = (of: Refund) => toAttributes({ ...of, item: refundItem(of.refundId) });
  const NewImage = image(refund);
  return before ? record('MODIFY', { OldImage: image(before), NewImage }) : record('INSERT', { NewImage });
}

/** Every counter there is, or those of one merchant. */
export async function allCounters({ client }: FinanceRig, merchantId?: string): Promise<Counter[]> {
  const own = merchantId !== undefined && {
    FilterExpression: '#item = :merchant',
    ExpressionAttributeNames: { '#item': 'item' },
    ExpressionAttributeValues: toAttributes({ ':merchant': merchantId }),
  };
  const { Items = [] } = await client.send(new ScanCommand({ TableName: TABLES.totals, ConsistentRead: true, ...own }));
  return Items.filter(({ day }) => !day?.S?.startsWith('counted#')).map(counterOf);
}

/** The figures of one merchant by day; days without any are left out. */
export async function figuresOf(rig: FinanceRig, merchantId: string): Promise<Record<string, Figures>> {
  const own = await allCounters(rig, merchantId);
  return Object.fromEntries(
    own.flatMap(({ day, figures }) => (Object.keys(figures).length === 0 ? [] : [[day, figures]])),
  );
}

/** What the figures should be of transactions as they stand, and refunds. */
export function expectedOf(transactions: readonly Transaction[], refunds: readonly Refund[] = []) {
  const entries = [
    ...transactions.flatMap(eventEntries),
    ...refunds.flatMap((refund) => refundEntries(refund, transactions[0]?.merchantId ?? '')),
  ];
  return Object.fromEntries([...byDay(entries)].filter(([, figures]) => Object.keys(figures).length > 0));
}
