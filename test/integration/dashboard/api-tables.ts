import { DeleteItemCommand, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { fromAttributes } from '../../../functions/runtime/attributes.ts';
import { TABLES } from '../../support/created-tables.ts';

/** All items of all tables, by table and key. */
export async function everythingIn(client: DynamoDBClient): Promise<Record<string, unknown>> {
  const items: Record<string, unknown> = {};
  for (const TableName of Object.values(TABLES)) {
    let start: Record<string, never> | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey: start }));
      for (const item of (page.Items ?? []).map(fromAttributes)) {
        const { id, transactionId, item: part, address, day } = item;
        items[[TableName, id, transactionId, address, day, part].filter(Boolean).join(' ')] = item;
      }
      start = page.LastEvaluatedKey as Record<string, never> | undefined;
    } while (start);
  }
  return items;
}

const KEYS: [table: string, names: string[]][] = [
  [TABLES.merchants, ['id']],
  [TABLES.transactions, ['transactionId', 'item']],
  [TABLES.rateLimits, ['address']],
  [TABLES.totals, ['day', 'item']],
];

/** Takes everything out of the tables. */
export async function emptyTables(client: DynamoDBClient): Promise<void> {
  for (const [TableName, names] of KEYS) {
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    const keys = Items.map((item) => Object.fromEntries(names.map((name) => [name, item[name] ?? { NULL: true }])));
    await Promise.all(keys.map((Key) => client.send(new DeleteItemCommand({ TableName, Key }))));
  }
}
