import { BatchWriteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { catalogue as english } from '../../../dashboard/src/i18n/en/catalogue.ts';
import { csvHead, csvPart } from '../../../dashboard/src/transactions/export/transactions-csv.ts';
import type { DashboardCaller } from '../../../functions/dashboard/caller.ts';
import { exceptionsReport } from '../../../functions/dashboard/finance/exceptions.ts';
import { listExceptions } from '../../../functions/dashboard/finance/exceptions-list.ts';
import { listRefunds } from '../../../functions/dashboard/finance/refunds/refunds.ts';
import { listUndelivered } from '../../../functions/dashboard/finance/undelivered.ts';
import { unnotifiedReport } from '../../../functions/dashboard/finance/unnotified.ts';
import {
  exceptionsListOn,
  exceptionsReportOn,
  refundsOn,
  unnotifiedOn,
} from '../../../functions/dashboard/finance/wiring.ts';
import { transactionDetail } from '../../../functions/dashboard/transactions/transaction-detail.ts';
import { listTransactions } from '../../../functions/dashboard/transactions/transactions.ts';
import { type ExportPart, exportTransactions } from '../../../functions/dashboard/transactions/transactions-export.ts';
import { detailOn, exportOn, listOn } from '../../../functions/dashboard/transactions/wiring.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { MAIN_ITEM, shardOf } from '../../../functions/payments/tables.ts';
import type { Settlement, Transaction } from '../../../functions/payments/transaction.ts';
import { type Attribute, toAttributes } from '../../../functions/runtime/attributes.ts';
import { undeliveredKey } from '../../../functions/webhooks/resend/undelivered.ts';
import { metered } from '../../support/consumed-units.ts';
import { createTables, type Database, startDatabase, TABLES } from '../../support/created-tables.ts';
import { transactionWith } from '../../support/payment-transactions.ts';
import { paymentsIn, webhooksIn } from '../../support/wired.ts';

export const NOON_MS = Date.parse('2026-11-20T12:00:00Z');

export const merchantCaller = (merchantId: string): DashboardCaller => ({
  userId: `user of ${merchantId}`,
  roles: ['merchant'],
  merchantId,
});
export const FINANCE: DashboardCaller = { userId: 'ana', roles: ['finance'] };

/** The file that the page makes of the parts, in English. */
export function csvOf(parts: readonly ExportPart[], catalogue = english): string {
  const words = { catalogue, nameOf: (merchantId: string) => `Shop ${merchantId}`, isOfStaff: true };
  return csvHead(words) + parts.map(({ transactions }) => csvPart(transactions, words)).join('');
}

export type DashboardRig = Awaited<ReturnType<typeof startDashboardRig>>;

/** A real table with its indexes, the dashboard's functions over it, and a count of the read units they cost. */
export async function startDashboardRig(merchants: readonly string[], given?: Database) {
  const merchantIds = [...merchants];
  const database = given ?? (await startDatabase());
  const { client } = database;
  await createTables(client);
  const cost = metered(client);
  const time = { nowMs: NOON_MS };
  const on = { dynamo: client };
  const every = { merchantIds: async () => [...merchantIds] };
  return {
    client,
    cost,
    time,
    /** Every merchant there is; more may sign up. */
    merchantIds,
    writeReference: paymentsIn(client).transactions.writeReference,
    list: listTransactions({ ...listOn(on, TABLES), ...every }),
    detail: transactionDetail(detailOn(on, TABLES)),
    unnotified: unnotifiedReport({
      ...unnotifiedOn({ ...on, sqs: null as never, clock: () => time.nowMs }, TABLES, []),
      deadLetters: async () => 3,
    }),
    exceptions: exceptionsReport(exceptionsReportOn(on, TABLES)),
    undelivered: listUndelivered({ find: webhooksIn(client).findDeliveries }),
    exceptionList: listExceptions(exceptionsListOn(on, TABLES)),
    csv: exportTransactions({ ...exportOn(on, TABLES), ...every }),
    refunds: listRefunds({ ...refundsOn(on, TABLES), ...every }),
    stop: () => database.stop(),
  };
}

/** A transaction with the marks that the product's own writes keep on it. */
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
    ...(isUndelivered && { undeliveredKey: undeliveredKey(transaction.merchantId, newest.settledAt, state) }),
  };
}

export async function put({ client }: Pick<DashboardRig, 'client'>, item: Record<string, Attribute>): Promise<string> {
  await client.send(new PutItemCommand({ TableName: TABLES.transactions, Item: toAttributes(item) }));
  return String(item.transactionId);
}

export const putTransaction = (rig: Pick<DashboardRig, 'client'>, fields: Partial<Transaction>) =>
  put(rig, storedWith(fields));

export async function putMany(rig: DashboardRig, items: readonly Record<string, Attribute>[]): Promise<void> {
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map((item) => ({ PutRequest: { Item: toAttributes(item) } }));
    await rig.client.send(new BatchWriteItemCommand({ RequestItems: { [TABLES.transactions]: puts } }));
  }
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
  return {
    eventId: `evt_${settledAt}`,
    status: 'paid',
    settledAt,
    paymentMethod: 'MBWAY',
    paidAt: settledAt - 1_000,
    delivery: { state: 'delivered', series: 1, done: 1, attempts: [attempt], ...delivery },
    ...fields,
  };
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
    settlements: [settledWith(settledAt, delivery)],
    ...fields,
  };
}
