import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DynamoDBClient,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import type { Attributes } from '../../functions/runtime/attributes.ts';

/** Names of the tables of a test. */
export const TABLES = {
  transactions: 'transactions',
  merchants: 'merchants',
  rateLimits: 'rate-limits',
} as const;

export const ACCOUNT = { region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/** A tables engine and a client of it. */
export interface Database {
  endpoint: string;
  client: DynamoDBClient;
  stop(): Promise<void>;
}

/** A client of a shared engine. */
export function databaseAt(endpoint: string): Database {
  const client = new DynamoDBClient({ ...ACCOUNT, endpoint });
  return { endpoint, client, stop: async () => client.destroy() };
}

/** Creates the tables of the service on an embedded engine, as the synthesized template describes them. */
export async function createTables(client: DynamoDBClient): Promise<void> {
  for (const [name, tableName] of Object.entries(TABLES)) await createTable(client, 'data', name, tableName);
}

/** Empties tables of the service, all of them or those of these names. */
export async function emptyTables(client: DynamoDBClient, names = Object.keys(TABLES) as (keyof typeof TABLES)[]) {
  for (const name of names) {
    await client.send(new DeleteTableCommand({ TableName: TABLES[name] }));
    await createTable(client, 'data', name, TABLES[name]);
  }
}

/** All items of a table. */
export async function itemsIn(client: DynamoDBClient, TableName: string): Promise<Attributes[]> {
  const items: Attributes[] = [];
  let ExclusiveStartKey: Attributes | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

/** Creates the table of the simulated bank. */
export const createSimulatorTable = (client: DynamoDBClient, tableName: string) =>
  createTable(client, 'simulator', 'table', tableName);

/**
 * Creates a table of a stack by the name of its construct, in any case, without its stream, which slows down every
 * write. Tests of the stream enable it.
 */
async function createTable(client: DynamoDBClient, stack: 'data' | 'simulator', name: string, tableName: string) {
  const file = join(assemblyDir(), `payment-service-dev-${stack}.template.json`);
  const { Resources } = JSON.parse(readFileSync(file, 'utf8')) as {
    Resources: Record<string, { Type: string; Properties: CreateTableCommandInput }>;
  };
  // A logical id is the construct's name and eight characters of a hash.
  const found = Object.entries(Resources).find(
    ([id, { Type }]) => Type === 'AWS::DynamoDB::Table' && id.slice(0, -8).toLowerCase() === name.toLowerCase(),
  );
  if (!found) throw new Error(`the stack ${stack} has no table ${name}`);
  const { AttributeDefinitions, KeySchema, BillingMode, GlobalSecondaryIndexes } = found[1].Properties;
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      AttributeDefinitions,
      KeySchema,
      BillingMode,
      ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
    }),
  );
}

/** Creates a table of another shape, by the names of its keys. */
export async function createKeyedTable(client: DynamoDBClient, TableName: string, keys: readonly string[]) {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keys.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
    }),
  );
}

/** The synthesized assembly of this checkout. A mutation run copies the sources into a folder of the checkout. */
function assemblyDir(): string {
  for (let dir = import.meta.dirname; dir !== dirname(dir); dir = dirname(dir)) {
    const assembly = join(dir, '.cache', 'assembly');
    if (existsSync(assembly)) return assembly;
  }
  throw new Error('the service is not synthesized: run `npm test`, which synthesizes it');
}
