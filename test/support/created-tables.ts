import { CreateTableCommand, type DynamoDBClient, type ScalarAttributeType } from '@aws-sdk/client-dynamodb';
import { TOTALS_KEY } from '../../functions/finance/tables.ts';
import { RATE_LIMITS_KEY } from '../../functions/gateway/rate-limits.keys.ts';
import { MERCHANT_INDEXES, MERCHANTS_KEY } from '../../functions/merchants/tables.ts';
import { TRANSACTION_INDEXES, TRANSACTIONS_KEY } from '../../functions/payments/tables.ts';

/** Names of the tables a test works on; keys and indexes are the product's own. */
export const TABLES = {
  transactions: 'transactions',
  merchants: 'merchants',
  rateLimits: 'rate-limits',
  totals: 'totals',
} as const;

interface TableShape {
  key: { partitionKey: string; sortKey?: string };
  indexes?: Record<string, { partitionKey: string; partitionType?: string; sortKey: string; sortType: string }>;
}

const SHAPES: Record<string, TableShape> = {
  [TABLES.transactions]: { key: TRANSACTIONS_KEY, indexes: TRANSACTION_INDEXES },
  [TABLES.merchants]: { key: MERCHANTS_KEY, indexes: MERCHANT_INDEXES },
  [TABLES.rateLimits]: { key: RATE_LIMITS_KEY },
  [TABLES.totals]: { key: TOTALS_KEY },
};

export const ACCOUNT = { region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/** Creates the tables of the service on an embedded engine. */
export async function createTables(client: DynamoDBClient): Promise<void> {
  for (const [name, shape] of Object.entries(SHAPES)) await client.send(createCommand(name, shape));
}

function createCommand(TableName: string, { key, indexes = {} }: TableShape): CreateTableCommand {
  const types = new Map<string, ScalarAttributeType>([[key.partitionKey, 'S']]);
  if (key.sortKey !== undefined) types.set(key.sortKey, 'S');
  for (const { partitionKey, partitionType, sortKey, sortType } of Object.values(indexes)) {
    types.set(partitionKey, partitionType === 'number' ? 'N' : 'S');
    types.set(sortKey, sortType === 'number' ? 'N' : 'S');
  }
  const GlobalSecondaryIndexes = Object.entries(indexes).map(([IndexName, { partitionKey, sortKey }]) => ({
    IndexName,
    KeySchema: keySchema(partitionKey, sortKey),
    Projection: { ProjectionType: 'KEYS_ONLY' as const },
  }));
  return new CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    KeySchema: keySchema(key.partitionKey, key.sortKey),
    ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes }),
  });
}

function keySchema(partitionKey: string, sortKey: string | undefined) {
  const hash = { AttributeName: partitionKey, KeyType: 'HASH' as const };
  return sortKey === undefined ? [hash] : [hash, { AttributeName: sortKey, KeyType: 'RANGE' as const }];
}
