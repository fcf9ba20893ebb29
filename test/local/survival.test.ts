import { expect, test } from 'vitest';
import { jsonClient } from '../../lib/local/json-client.ts';
import { ECHO, queue, start, table, temporaryFolder, writeAssembly } from './fixture.ts';

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

test('the data folder is locked by one host', async () => {
  const assembly = writeAssembly({ Stack: { resources: {} } });
  const { host, options } = await start(assembly);
  await expect(start(assembly, options)).rejects.toThrow('Another local host is running');
  await host.stop();
  await (await start(assembly, { dataDir: options.dataDir })).host.stop();
});

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

test('a port in use is an error, and nothing is left running', async () => {
  const assembly = writeAssembly({ Stack: { resources: {} } }, { echo: ECHO });
  const { host } = await start(assembly);
  const dataDir = temporaryFolder();
  await expect(start(assembly, { port: host.port, dataDir })).rejects.toThrow('EADDRINUSE');
  await host.stop();
  await (await start(assembly, { dataDir })).host.stop();
});
