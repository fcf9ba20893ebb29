import { DeleteItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Query, queryAll } from '../../../functions/dynamo/query.ts';
import { TOTALS_KEY } from '../../../functions/finance/tables.ts';
import { markersPartition } from '../../../functions/finance/totals/marker.ts';
import { apiKeyHash } from '../../../functions/merchants/keys/api-key.ts';
import { apiKeyItemId, historyItemId, MERCHANTS_KEY, merchantItemId } from '../../../functions/merchants/tables.ts';
import {
  IDEMPOTENCY_KEYS_KEY,
  idempotencyItemId,
  TRANSACTION_INDEXES,
  TRANSACTIONS_KEY,
} from '../../../functions/payments/tables.ts';
import { type Attributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import type { Target } from '../target.ts';
import { readDetail, type TransactionDetail } from '../transaction/transaction-detail.ts';
import { eventually } from './eventually.ts';

/** What a smoke test has made so far. */
export interface Made {
  merchantId: string;
  apiKey: string;
  /** Of transactions, which an index lists a moment later, and of test events, which no index has. */
  ids: Set<string>;
  /** Of the call that creates the transaction. */
  idempotencyKey: string;
}

type Service = Pick<Target, 'client' | 'transactionsTable' | 'outputs' | 'accounts' | 'merchants'>;

/**
 * Deletes what a smoke test has made: its transactions with their totals, its `Idempotency-Key`, and the merchant with
 * its key, secrets and history. A payment that is not decided, delivered and counted stays, and with it the merchant,
 * suspended: the bank's notification of a deleted payment would be one of unknown money. Returns what stays and why.
 */
export async function cleanUp(service: Service, { merchantId, apiKey, ids, idempotencyKey }: Made): Promise<string[]> {
  const { client, transactionsTable, outputs, accounts, merchants } = service;
  const { IdempotencyKeysTable } = outputs;
  await accounts.setStatus(merchantId, 'suspended');
  const stays: string[] = [];
  const created = await itemsOf(client, transactionsTable, TRANSACTION_INDEXES.byMerchant, merchantId, 'byMerchant');
  for (const id of new Set([...created.map(({ transactionId }) => transactionId?.S ?? ''), ...ids])) {
    const detail = await eventually(async () => {
      const found = await readDetail(client, transactionsTable, id);
      return found && !isFinished(found) ? undefined : (found ?? null);
    });
    if (detail === undefined) stays.push(`${id}: it is not decided and delivered yet`);
    else if (detail && !(await deleteTotals(service, detail))) stays.push(`${id}: it is not counted in the totals yet`);
    else await deletePartition(client, transactionsTable, TRANSACTIONS_KEY, id);
  }
  if (IdempotencyKeysTable !== undefined) {
    const Key = toAttributes({ [IDEMPOTENCY_KEYS_KEY.partitionKey]: idempotencyItemId(merchantId, idempotencyKey) });
    await client.send(new DeleteItemCommand({ TableName: IdempotencyKeysTable, Key }));
  }
  if (stays.length > 0) return [...stays, `${merchantId}: its merchant, suspended`];
  const changes = (await merchants.read(merchantId))?.changes ?? 0;
  const history = Array.from({ length: changes }, (_, index) => historyItemId(merchantId, index + 1));
  // The merchant last: an interrupted clean-up is found by it.
  for (const id of [apiKeyItemId(apiKeyHash(apiKey)), ...history, merchantItemId(merchantId)]) {
    const Key = toAttributes({ [MERCHANTS_KEY.partitionKey]: id });
    await client.send(new DeleteItemCommand({ TableName: outputs.MerchantsTable, Key }));
  }
  return [];
}

/** Whether nothing more will happen: never started, or settled with each event's delivery ended. */
function isFinished({ bank, status, settlements }: TransactionDetail): boolean {
  if (status === 'pending' && bank) return bank.attempts.length === 0;
  return settlements.every(({ delivery }) => delivery.state !== 'pending');
}

/** Deletes the totals of a settled transaction, once it is counted; false when it is not counted in time. */
async function deleteTotals({ client, outputs }: Service, detail: TransactionDetail): Promise<boolean> {
  const { bank, settlements, merchantId, transactionId } = detail;
  const { TotalsTable } = outputs;
  if (!bank || settlements.length === 0 || TotalsTable === undefined) return true;
  const days = [...settlements.map(({ settledAt }) => settledAt), bank.paidAt].flatMap((at) =>
    at ? [lisbonDayName(Date.parse(at))] : [],
  );
  const markers = days.map((day) => markersPartition(day, merchantId));
  const isCounted = await eventually(async () => {
    const found = await Promise.all(markers.map((each) => itemsOf(client, TotalsTable, TOTALS_KEY, each)));
    return found.flat().some((marker) => marker.transactionId?.S === transactionId) || undefined;
  });
  if (!isCounted) return false;
  for (const each of markers) await deletePartition(client, TotalsTable, TOTALS_KEY, each);
  for (const day of new Set(days)) {
    await client.send(new DeleteItemCommand({ TableName: TotalsTable, Key: toAttributes({ day, item: merchantId }) }));
  }
  return true;
}

interface Key {
  partitionKey: string;
  sortKey: string;
}

function itemsOf(
  client: DynamoDBClient,
  TableName: string,
  { partitionKey }: Pick<Key, 'partitionKey'>,
  value: string,
  IndexName?: string,
): Promise<Attributes[]> {
  const query: Query = {
    TableName,
    ...(IndexName && { IndexName }),
    KeyConditionExpression: '#key = :value',
    ExpressionAttributeNames: { '#key': partitionKey },
    ExpressionAttributeValues: toAttributes({ ':value': value }),
    ConsistentRead: IndexName === undefined,
  };
  return queryAll(client, query);
}

async function deletePartition(client: DynamoDBClient, TableName: string, key: Key, value: string): Promise<void> {
  for (const item of await itemsOf(client, TableName, key, value)) {
    const names = [key.partitionKey, key.sortKey];
    const Key = Object.fromEntries(names.flatMap((name) => (item[name] ? [[name, item[name]]] : [])));
    await client.send(new DeleteItemCommand({ TableName, Key }));
  }
}
