import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { indexStreamRecords, startDynamo } from '../../lib/local/engines/dynamo.ts';
import { startSecrets } from '../../lib/local/engines/secrets.ts';
import { startSqs } from '../../lib/local/engines/sqs.ts';
import { tablesProgram } from '../../lib/local/engines/tables-program.ts';
import { createKeyedTable } from '../rig/tables.ts';
import { temporaryFolder } from './fixture.ts';

const client = (endpoint: string) => ({
  endpoint,
  region: 'eu-west-1',
  credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
});

test('DynamoDB keeps its items in its file, or in memory without one', async () => {
  const dataFile = join(temporaryFolder(), 'inner', 'dynamo.db');
  const first = await startDynamo({ dataFile });
  const sdk = new DynamoDBClient(client(first.endpoint));
  await createKeyedTable(sdk, 'things', ['id']);
  await sdk.send(new PutItemCommand({ TableName: 'things', Item: { id: { S: 'a' } } }));
  await first.stop();
  const second = await startDynamo({ dataFile });
  const { Item: item } = await new DynamoDBClient(client(second.endpoint)).send(
    new GetItemCommand({ TableName: 'things', Key: { id: { S: 'a' } } }),
  );
  expect(item).toEqual({ id: { S: 'a' } });
  await second.stop();
  expect(indexesOf(new DatabaseSync(dataFile))).toContain('local_stream_sequence');
  await (await startDynamo()).stop();
});

test('without an embedded DynamoDB for the platform one sentence says where there is one', () => {
  expect(() => tablesProgram('win32', 'x64')).toThrow('for win32-x64: use macOS, Linux, or WSL on Windows.');
});

test('the index of stream records is not created where the file of DynamoDB has no such table', () => {
  const dataFile = join(temporaryFolder(), 'dynamo.db');
  const database = new DatabaseSync(dataFile);
  database.exec('CREATE TABLE other (name)');
  indexStreamRecords(dataFile);
  expect(indexesOf(database)).toEqual([]);
});

function indexesOf(database: DatabaseSync): unknown[] {
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'index'").all();
  database.close();
  return rows.map(({ name }) => name);
}

describe('SQS', () => {
  test('keeps messages with group and receive count, and its queue URLs have its present port', async () => {
    const file = join(temporaryFolder(), 'inner', 'queues.db');
    const first = await startSqs({ file });
    const sdk = new SQSClient(client(first.endpoint));
    const { QueueUrl } = await sdk.send(new CreateQueueCommand({ QueueName: 'q' }));
    expect(QueueUrl).toBe(`${first.endpoint}/000000000000/q`);
    const Entries = [
      { Id: 'a', MessageBody: 'one', MessageGroupId: 'g1' },
      { Id: 'b', MessageBody: 'two', MessageGroupId: 'g2', DelaySeconds: 60 },
    ];
    await sdk.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    const receive = { MessageSystemAttributeNames: ['All' as const], MaxNumberOfMessages: 10, VisibilityTimeout: 0 };
    const { Messages: messages } = await sdk.send(new ReceiveMessageCommand({ QueueUrl, ...receive }));
    expect(messages?.map(({ Body, Attributes }) => [Body, Attributes?.MessageGroupId])).toEqual([['one', 'g1']]);
    await first.stop();

    const second = await startSqs({ file });
    const again = new SQSClient(client(second.endpoint));
    const moved = `${second.endpoint}/000000000000/q`;
    const received = await again.send(new ReceiveMessageCommand({ QueueUrl: moved, ...receive }));
    expect(received.Messages).toMatchObject([
      { Body: 'one', Attributes: { MessageGroupId: 'g1', ApproximateReceiveCount: '2' } },
    ]);
    await second.stop();
  });

  test('a long poll continues when another receives the message that ended both waits', async () => {
    const engine = await startSqs();
    const sdk = new SQSClient(client(engine.endpoint));
    const { QueueUrl } = await sdk.send(new CreateQueueCommand({ QueueName: 'q' }));
    const send = (MessageBody: string) => sdk.send(new SendMessageCommand({ QueueUrl, MessageBody }));
    const poll = async () => (await sdk.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }))).Messages;
    const polls = [poll(), poll()];
    // The engine answers requests in the order of their arrival: both lie at the engine.
    for (let round = 0; round < 3; round += 1) await sdk.send(new GetQueueAttributesCommand({ QueueUrl }));
    await send('one');
    const first = await Promise.race(polls);
    await send('two');
    const received = await Promise.all(polls);
    expect(first?.map(({ Body }) => Body)).toEqual(['one']);
    expect(received.map((messages) => messages?.map(({ Body }) => Body)).sort()).toEqual([['one'], ['two']]);
    sdk.destroy();
    await engine.stop();
  });
});

test('Secrets Manager finds a secret by name, ARN and ARN without suffix, and keeps a new value', async () => {
  const file = join(temporaryFolder(), 'secrets.json');
  const first = await startSecrets(file);
  const { arn } = first.store.create('banks/a-b', 'one');
  const sdk = new SecretsManagerClient(client(first.endpoint));
  await sdk.send(new PutSecretValueCommand({ SecretId: arn, SecretString: 'two' }));
  await first.stop();
  const second = await startSecrets(file);
  const again = new SecretsManagerClient(client(second.endpoint));
  for (const SecretId of ['banks/a-b', arn, arn.slice(0, -7)])
    expect((await again.send(new GetSecretValueCommand({ SecretId }))).SecretString).toBe('two');
  const of = (more: object) => again.send(new GetSecretValueCommand({ SecretId: 'banks/a-b', ...more }));
  await expect(of({ SecretId: 'none' })).rejects.toThrow(/can't find the specified secret/);
  await expect(of({ VersionStage: 'AWSPREVIOUS' })).rejects.toThrow('VersionStage is not supported');
  await second.stop();
});
