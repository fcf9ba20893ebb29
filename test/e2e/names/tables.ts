import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { createKeyedTable } from '../../support/created-tables.ts';
import type { Stage } from './stage.ts';

export type Item = Record<string, unknown>;

/** `.local/host.json` says where the engines are, and with which credentials. */
export function clientOptions({ service }: Stage, engine: 'DYNAMODB' | 'SQS' | 'SECRETS_MANAGER') {
  const { clientEnvironment: environment } = service.file('host.json');
  return {
    region: environment.AWS_REGION,
    credentials: { accessKeyId: environment.AWS_ACCESS_KEY_ID, secretAccessKey: environment.AWS_SECRET_ACCESS_KEY },
    endpoint: environment[`AWS_ENDPOINT_URL_${engine}`],
  };
}

/** Keys and indexes of every table, and every attribute of every item, by what the item is. */
export async function readTables(stage: Stage): Promise<void> {
  const client = new DynamoDBClient(clientOptions(stage, 'DYNAMODB'));
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  for (const TableName of TableNames) {
    const table = logicalName(TableName);
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const keys = (schema: { AttributeName?: string | undefined }[] = []) =>
      schema.map(({ AttributeName }) => AttributeName).join(', ');
    stage.met.add(`table ${table}`, {
      key: keys(Table?.KeySchema),
      indexes: Object.fromEntries(
        (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = '', KeySchema }) => [IndexName, keys(KeySchema)]),
      ),
    });
    let ExclusiveStartKey: Record<string, never> | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName, ExclusiveStartKey }));
      for (const item of page.Items ?? []) note(stage, table, unmarshall(item));
      ExclusiveStartKey = page.LastEvaluatedKey as typeof ExclusiveStartKey;
    } while (ExclusiveStartKey);
  }
  client.destroy();
}

/** A table as AWS restores it, with an older copy of a transaction and a lost one. Returns its name. */
export async function restoredTable(stage: Stage, transactionId: string): Promise<string> {
  const client = new DynamoDBClient(clientOptions(stage, 'DYNAMODB'));
  const TableName = 'restored';
  await createKeyedTable(client, TableName, ['transactionId', 'item']);
  const lost = { merchantId: 'mer_lost', settlements: [{ settledAt: 1 }] };
  for (const each of [
    { transactionId, item: 'main', status: 'pending' },
    { transactionId: 'tx_lost', item: 'main', ...lost },
  ])
    await client.send(new PutItemCommand({ TableName, Item: marshall(each) }));
  client.destroy();
  return TableName;
}

/** What a part of a key may be that is no id. */
const WORDS = [
  ...['main', 'pointer', 'answer', 'series', 'exception', 'refund', 'merchant', 'key', 'user', 'audit', 'counted'],
  ...['state', 'result', 'checkout', 'transaction', 'reference', 'started', 'order', 'control', 'trouble', 'waiting'],
  ...['settle', 'tell', 'issued', 'sandbox', 'sandbox-ifthenpay', 'registrations', 'ifthenpay'],
];

/** By its kind, which the beginning of its key tells; `keys` are the forms of complete keys. */
function note({ met }: Stage, table: string, item: Item): void {
  // What the test has written itself proves nothing.
  if (String(item.transactionId).startsWith('tx_made')) return;
  const keys = [item.transactionId, item.item, item.id, item.day, item.address, item.pk, item.sk].map(formOf);
  const [partition = '', sort = ''] = keys.filter((key) => key !== '');
  const kind = sort.startsWith('_') || sort === '' ? partition : sort;
  met.add(`${table}: ${kind.replace(/#.*/, '')}`, { keys: `${partition} / ${sort}`, ...withParsed(item) });
}

/** `exception#…#…` of `exception#late#s2pf2ae1ate24makvrnk`: ids are data. */
function formOf(key: unknown): string {
  if (typeof key !== 'string') return '';
  const parts = key
    .split('#')
    .map((part) => (WORDS.includes(part) ? part : part.replace(/^(tx|mer|evt|test|foreign)_.*|^.*$/, '$1_')));
  return parts.join('#');
}

/** The audit stores JSON texts. */
function withParsed(item: Item): Item {
  const parsed = Object.entries(item).map(([name, value]) => [name, isJson(value) ? JSON.parse(value) : value]);
  return Object.fromEntries(parsed);
}

function isJson(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('{');
}

/** `payment-service-dev-data-Transactions098C5767-4484ecd1`: the stack's name before, the engine's mark behind. */
function logicalName(physicalName: string): string {
  return physicalName.replace(/^payment-service-dev-/, '').replace(/-[0-9a-f]{8}$/, '');
}

/** The fields of the secrets, by name. */
export async function readSecrets(stage: Stage): Promise<Record<string, Record<string, string>>> {
  const client = new SecretsManagerClient(clientOptions(stage, 'SECRETS_MANAGER'));
  const { SecretList = [] } = await client.send(new ListSecretsCommand());
  const secrets: Record<string, Record<string, string>> = {};
  for (const { Name = '' } of SecretList) {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: Name }));
    secrets[logicalName(Name)] = JSON.parse(SecretString);
    stage.met.add(`secret ${logicalName(Name)}`, secrets[logicalName(Name)]);
  }
  client.destroy();
  return secrets;
}

/** One item of the table whose name has `part` in it. */
export function readItem(stage: Stage, part: string, key: Item): Promise<Item> {
  return withTable(stage, part, async (client, TableName) => {
    const { Item } = await client.send(new GetItemCommand({ TableName, Key: marshall(key), ConsistentRead: true }));
    return Item ? unmarshall(Item) : {};
  });
}

export function writeItem(stage: Stage, part: string, item: Item): Promise<void> {
  return withTable(stage, part, async (client, TableName) => {
    await client.send(new PutItemCommand({ TableName, Item: marshall(item) }));
  });
}

async function withTable<Value>(
  stage: Stage,
  part: string,
  work: (client: DynamoDBClient, tableName: string) => Promise<Value>,
): Promise<Value> {
  const client = new DynamoDBClient(clientOptions(stage, 'DYNAMODB'));
  const { TableNames = [] } = await client.send(new ListTablesCommand());
  try {
    return await work(client, TableNames.find((name) => name.includes(part)) ?? '');
  } finally {
    client.destroy();
  }
}
