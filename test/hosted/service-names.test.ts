import { DescribeTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import NAMES from './service-names.json' with { type: 'json' };
import { hosted, hostedTest as test } from './support/hosted-test.ts';

// Names that stored data has. Those of the service file: `npm-start.proof.ts`; of a webhook: `webhook-form.test.ts`.

test('the tables have these keys and indexes', async () => {
  const { TableNames = [] } = await hosted.client.send(new ListTablesCommand());
  const tables: Record<string, object> = {};
  for (const TableName of TableNames) {
    // `payment-service-dev-data-Transactions098C5767-4484ecd1`; the simulated bank has a table of its own.
    const [, name = ''] = /-data-([A-Za-z]+)[0-9A-F]{8}-/.exec(TableName) ?? [];
    if (name === '') continue;
    const { Table: { KeySchema, GlobalSecondaryIndexes = [] } = {} } = await hosted.client.send(
      new DescribeTableCommand({ TableName }),
    );
    const indexes = GlobalSecondaryIndexes.map(({ IndexName = '', KeySchema }) => [IndexName, keysIn(KeySchema)]);
    tables[name] = { key: keysIn(KeySchema), ...Object.fromEntries(indexes) };
  }
  expect(tables).toEqual(NAMES.tables);
});

const keysIn = (schema: { AttributeName?: string | undefined }[] = []) =>
  schema.map(({ AttributeName }) => AttributeName).join(', ');
