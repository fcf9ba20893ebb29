import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startHost } from '../../lib/local/host.ts';
import { jsonClient } from '../../lib/local/json-client.ts';
import { startProblem } from '../../lib/startup/start-problem.ts';
import { queue, start, table, temporaryFolder, writeAssembly } from './fixture.ts';
import { SEEDED, signInResources } from './web/sign-in-fixture.ts';

const PAGE = 'http://localhost/app';
const assemblyDir = writeAssembly({
  Stack: { resources: { Table: table(), ...signInResources({ CallbackURLs: [PAGE], LogoutURLs: [PAGE] }) } },
});

/** Starts on `.local/data` with this file. Returns the line of `npm start`; undefined when it starts. */
async function problemWith(localDir: string, name: string, content: string): Promise<string | undefined> {
  const dataDir = join(localDir, 'data');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, name), content);
  const options = { assemblyDir, dataDir, port: 0, users: SEEDED, onLog: () => undefined };
  try {
    await (await startHost(options)).stop();
    return undefined;
  } catch (error) {
    return startProblem(error as Error, { localDir, port: '3000' });
  }
}

const GARBAGE = 'sk_0123456789 is no content of this file';

test.each([
  ['dynamo.db', GARBAGE],
  ['queues.db', GARBAGE],
  ['positions.db', GARBAGE],
  ['secrets.json', '[{"name": "sk_0123456789"}]'],
  ['issuer-key.json', '{"kty":"RSA","d":"sk_0123456789"}'],
])('%s with a content that is not its own, %s: one line has its path and the remedy', async (name, content) => {
  const localDir = temporaryFolder();
  const line = await problemWith(localDir, name, content);
  expect(line).toMatch(/^\S+ cannot be used \([^)\n]+\): .*--fresh.*PAYMENT_SERVICE_DIR\.$/);
  expect(line?.split(' ')[0]).toBe(join(localDir, 'data', name));
  expect(line).not.toContain('sk_');
});

test('a file is deleted only when the folder is locked and the port is open', async () => {
  const localDir = temporaryFolder();
  const dataDir = join(localDir, 'data');
  const options = { assemblyDir, dataDir, port: 0, users: SEEDED, onLog: () => undefined };
  const first = await startHost(options);
  const prepared: string[] = [];
  const prepare = async () => void prepared.push('prepared');
  await expect(startHost({ ...options, prepare })).rejects.toThrow('Another local host is running');
  const elsewhere = { ...options, dataDir: temporaryFolder(), port: first.port };
  await expect(startHost({ ...elsewhere, prepare })).rejects.toThrow('EADDRINUSE');
  await first.stop();
  expect([prepared, existsSync(join(elsewhere.dataDir, 'dynamo.db'))]).toEqual([[], false]);
});

const SECRET = {
  Type: 'AWS::SecretsManager::Secret',
  Properties: {
    GenerateSecretString: {
      SecretStringTemplate: '{}',
      GenerateStringKey: 'key',
      PasswordLength: 40,
      ExcludePunctuation: true,
    },
  },
};

test('the data folder keeps items, messages and secrets; a changed key schema is refused with what to do', async () => {
  const resources = { Table: table(), Queue: queue(), Secret: SECRET };
  const { host, options } = await start(writeAssembly({ Stack: { resources } }));
  const TableName = host.resources.Stack?.Table;
  await jsonClient(host.endpoints.dynamodb, 'dynamodb')('PutItem', { TableName, Item: { id: { S: 'x' } } });
  await jsonClient(host.endpoints.sqs, 'sqs')('SendMessage', {
    QueueUrl: host.resources.Stack?.Queue,
    MessageBody: 'kept',
  });
  await host.stop();
  const again = await start(
    writeAssembly({ Stack: { resources: { ...resources, Queue: queue({ VisibilityTimeout: 90 }) } } }),
    { dataDir: options.dataDir },
  );
  const { Item: item } = await jsonClient(again.host.endpoints.dynamodb, 'dynamodb')('GetItem', {
    TableName,
    Key: { id: { S: 'x' } },
  });
  expect(item).toEqual({ id: { S: 'x' } });
  const sqs = jsonClient(again.host.endpoints.sqs, 'sqs');
  const QueueUrl = again.host.resources.Stack?.Queue;
  expect((await sqs('ReceiveMessage', { QueueUrl })).Messages).toMatchObject([{ Body: 'kept' }]);
  expect((await sqs('GetQueueAttributes', { QueueUrl, AttributeNames: ['VisibilityTimeout'] })).Attributes).toEqual({
    VisibilityTimeout: '90',
  });
  expect(again.host.resources.Stack?.Secret).toBe(host.resources.Stack?.Secret);
  await again.host.stop();
  const changed = table({
    KeySchema: [{ AttributeName: 'other', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'other', AttributeType: 'S' }],
  });
  const starting = start(writeAssembly({ Stack: { resources: { Table: changed } } }), { dataDir: options.dataDir });
  await expect(starting).rejects.toThrow(/table Stack-Table-\w+ .*KeySchema.*--fresh/s);
});
