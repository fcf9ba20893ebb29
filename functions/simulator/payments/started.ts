import { PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../runtime/attributes.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { startedKey, startedPartition, type Table } from '../table.ts';
import type { Checkout } from './checkout-item.ts';
import { readCheckout } from './checkouts.ts';

/** Adds a payment to the list of started ones, which the control page shows. */
export async function listStart({ dynamo, tableName }: Table, bankId: string, startedAtMs: number): Promise<void> {
  const ttl = Math.ceil((startedAtMs + 3 * DAY_MS) / 1000);
  const Item = { ...startedKey(startedAtMs, bankId), ...toAttributes({ bankId, ttl }) };
  await dynamo.send(new PutItemCommand({ TableName: tableName, Item }));
}

/** The latest payments that were started today or on the three days before, newest first. */
export async function latestStarted(table: Table, nowMs: number, limit: number): Promise<Checkout[]> {
  const found: Checkout[] = [];
  for (let daysAgo = 0; daysAgo <= 3 && found.length < limit; daysAgo++) {
    const bankIds = await startedOn(table, startedPartition(nowMs - daysAgo * DAY_MS), limit - found.length);
    const checkouts = await Promise.all(bankIds.map((bankId) => readCheckout(table, bankId)));
    found.push(
      ...checkouts.filter((checkout) => checkout?.startedAtMs !== undefined).map((checkout) => checkout as Checkout),
    );
  }
  return found;
}

async function startedOn({ dynamo, tableName }: Table, partition: string, limit: number): Promise<string[]> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: toAttributes({ ':pk': partition }),
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items.map((item) => item.bankId?.S ?? '');
}
