import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Host } from '../../lib/local/host.ts';
import { type JsonClient, jsonClient } from '../../lib/local/json-client.ts';
import { eventually } from '../support/eventually.ts';
import { lambda, mapping, queue, type Resources, table, temporaryFolder, writeAssembly } from './fixture.ts';

/** Records each id; waits with those in a file `hold`, so that the host can be killed meanwhile. */
const CONSUMER = `
import { appendFileSync, existsSync } from 'node:fs';
export const handler = async (event) => {
  const ids = event.Records.map((record) => record.body ?? record.dynamodb.Keys.id.S);
  appendFileSync(process.env.FOLDER + '/begun', ids.join(' ') + '\\n');
  while (existsSync(process.env.FOLDER + '/hold')) await new Promise((resolve) => setTimeout(resolve, 10));
  appendFileSync(process.env.FOLDER + '/done', ids.join(' ') + '\\n');
};`;

const RESOURCES: Resources = {
  Table: table(),
  // Longer than the first two hosts live; the clock of the third one is moved past it.
  Queue: queue({ VisibilityTimeout: 600 }),
  Secret: {
    Type: 'AWS::SecretsManager::Secret',
    Properties: {
      GenerateSecretString: {
        SecretStringTemplate: '{"a":1}',
        GenerateStringKey: 'key',
        ExcludePunctuation: true,
        PasswordLength: 40,
      },
    },
  },
  Consumer: lambda('consumer'),
  OfTable: mapping('Consumer', ['Table', 'StreamArn'], { StartingPosition: 'TRIM_HORIZON', BatchSize: 2 }),
  OfQueue: mapping('Consumer', ['Queue', 'Arn'], { BatchSize: 1 }),
};

interface Running {
  child: ChildProcess;
  info: Pick<Host, 'port' | 'endpoints' | 'resources'>;
  dynamo: JsonClient;
  sqs: JsonClient;
}

async function startChild(assembly: string, dataDir: string, folder: string): Promise<Running> {
  const file = join(import.meta.dirname, 'killed-host.ts');
  const child = spawn(process.execPath, [file, assembly, dataDir, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  const line = await eventually(() => (output.includes('\n') ? output : undefined));
  const info = JSON.parse(line) as Running['info'];
  return {
    child,
    info,
    dynamo: jsonClient(info.endpoints.dynamodb, 'dynamodb'),
    sqs: jsonClient(info.endpoints.sqs, 'sqs'),
  };
}

function ids(folder: string, file: string): string[] {
  try {
    return readFileSync(join(folder, file), 'utf8').split(/\s/).filter(Boolean);
  } catch {
    return [];
  }
}

async function killHard({ child, info }: Running): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  // The engine dies with its parent: its port answers no more.
  await eventually(() =>
    fetch(info.endpoints.dynamodb).then(
      () => undefined,
      () => true,
    ),
  );
}

describe('a host killed by SIGKILL', () => {
  let assembly: string;
  let dataDir: string;
  let folder: string;
  let first: Running;
  const startHost = () => startChild(assembly, dataDir, folder);
  const put = (id: string) =>
    first.dynamo('PutItem', { TableName: first.info.resources.Stack?.Table, Item: { id: { S: id } } });
  const send = (body: string, delay = 0) =>
    first.sqs('SendMessage', { QueueUrl: first.info.resources.Stack?.Queue, MessageBody: body, DelaySeconds: delay });

  // In order: each test continues with the data that the previous one has left.
  test('ends in the middle of its work', async () => {
    assembly = writeAssembly({ Stack: { resources: RESOURCES } }, { consumer: CONSUMER });
    [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
    first = await startHost();
    await put('s1');
    await send('q1');
    await eventually(() => (ids(folder, 'done').length === 2 ? true : undefined));
    writeFileSync(join(folder, 'hold'), '');
    await put('s2');
    await send('q2');
    await eventually(() => (['s2', 'q2'].every((id) => ids(folder, 'begun').includes(id)) ? true : undefined));
    await put('s3');
    await send('q3', 1);
    await killHard(first);
  });

  test('begins that work again, and may be killed again', async () => {
    writeFileSync(join(folder, 'begun'), '');
    const second = await startHost();
    await eventually(() => (ids(folder, 'begun').includes('s2') ? true : undefined));
    await killHard(second);
  });

  test('loses no item, record or message, and repeats only work in progress', async () => {
    rmSync(join(folder, 'hold'));
    const third = await startHost();
    await fetch(`http://127.0.0.1:${third.info.port}/control/clock`, { method: 'POST', body: '{"advance":"20m"}' });
    await eventually(() =>
      ['s2', 's3', 'q2', 'q3'].every((id) => ids(folder, 'done').includes(id)) ? true : undefined,
    );
    expect(ids(folder, 'done').filter((id) => id === 's1' || id === 'q1')).toHaveLength(2);
    expect(ids(folder, 'done').filter((id) => id.startsWith('s'))).toEqual(['s1', 's2', 's3']);
    expect(third.info.resources.Stack?.Secret).toBe(first.info.resources.Stack?.Secret);
    await killHard(third);
  });
});
