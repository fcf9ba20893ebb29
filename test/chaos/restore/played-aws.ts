import { DatabaseSync } from 'node:sqlite';
import {
  type AttributeDefinition,
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { startDynamo } from '../../../lib/local/engines/dynamo.ts';
import { ACCOUNT } from '../../rig/tables.ts';

/** The state of the running engine at this moment, as a file: what point-in-time recovery can restore. */
export function backUp(dataFile: string, copy: string): void {
  const database = new DatabaseSync(dataFile, { readOnly: true });
  database.prepare('VACUUM INTO ?').run(copy);
  database.close();
}

/** Deletes every item of a table, as a wrong command would. The stream reports each. */
export async function loseItems(client: DynamoDBClient, TableName: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const names = (Table?.KeySchema ?? []).map(({ AttributeName = '' }) => AttributeName);
  for await (const { Items = [] } of paginateScan({ client, pageSize: 25 }, { TableName })) {
    const keys = Items.map((item) => Object.fromEntries(names.map((name) => [name, item[name] ?? { S: '' }])));
    const requests = keys.map((Key) => ({ DeleteRequest: { Key } }));
    if (requests.length > 0) await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
  }
}

/**
 * Restores tables of the copy into the live engine as AWS does: a table of another name, without a stream, and, with an
 * empty `GlobalSecondaryIndexOverride`, without indexes.
 */
export async function restoreTables(
  copy: string,
  living: DynamoDBClient,
  names: Record<string, string>,
): Promise<void> {
  const engine = await startDynamo({ dataFile: copy });
  const client = new DynamoDBClient({ ...ACCOUNT, endpoint: engine.endpoint });
  for (const [source, target] of Object.entries(names)) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: source }));
    const { KeySchema, AttributeDefinitions = [] } = Table ?? {};
    const isKey = ({ AttributeName }: AttributeDefinition) =>
      KeySchema?.some((key) => key.AttributeName === AttributeName);
    await living.send(
      new CreateTableCommand({
        TableName: target,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema,
        AttributeDefinitions: AttributeDefinitions.filter(isKey),
      }),
    );
    for await (const { Items = [] } of paginateScan({ client, pageSize: 25 }, { TableName: source })) {
      const requests = Items.map((Item) => ({ PutRequest: { Item } }));
      if (requests.length > 0) await living.send(new BatchWriteItemCommand({ RequestItems: { [target]: requests } }));
    }
  }
  client.destroy();
  await engine.stop();
}
