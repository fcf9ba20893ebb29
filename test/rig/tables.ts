import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DynamoDBClient,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { fromAttributes } from '../../functions/runtime/attributes.ts';
import { startDynamo } from '../../lib/local/engines/dynamo.ts';

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

/** A separate engine. */
export async function startDatabase(): Promise<Database> {
  const engine = await startDynamo();
  const database = databaseAt(engine.endpoint);
  const stop = async () => {
    await database.stop();
    await engine.stop();
  };
  return { ...database, stop };
}

/** Creates the tables of the service on an embedded engine, as the synthesized template describes them. */
export async function createTables(client: DynamoDBClient): Promise<void> {
  for (const [name, tableName] of Object.entries(TABLES)) await createTable(client, { stack: 'data', name, tableName });
}

/** Empties tables of the service, all of them or those of these names. */
export async function emptyTables(client: DynamoDBClient, names = Object.keys(TABLES) as (keyof typeof TABLES)[]) {
  for (const name of names) {
    await client.send(new DeleteTableCommand({ TableName: TABLES[name] }));
    await createTable(client, { stack: 'data', name, tableName: TABLES[name] });
  }
}

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

/** Creates the table of the simulated bank. */
export async function createSimulatorTable(client: DynamoDBClient, tableName: string): Promise<void> {
  await createTable(client, { stack: 'simulator', name: 'table', tableName });
}

interface Wanted {
  stack: 'data' | 'simulator';
  /** Name of its construct, case-insensitive. */
  name: string;
  tableName: string;
}

/** Creates a table without its stream, which slows down every write. Tests of the stream enable it. */
async function createTable(client: DynamoDBClient, { stack, name, tableName }: Wanted): Promise<void> {
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
