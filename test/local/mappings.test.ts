import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { afterEach, describe, expect, test } from 'vitest';
import { jsonClient } from '../../lib/local/json-client.ts';
import {
  eventually,
  lambda,
  mapping,
  queue,
  type Resources,
  type Started,
  start,
  table,
  temporaryFolder,
  writeAssembly,
} from './fixture.ts';

/**
 * Writes every batch it gets as a line to a file, and does to it what the file `orders` says:
 * a list of ids to fail on (thrown), to report as item failures, or a raw answer.
 */
const CONSUMER = `
import { appendFileSync, readFileSync } from 'node:fs';
const idOf = (record) => record.body ?? record.dynamodb.Keys.id.S;
const ticketOf = (record) => record.messageId ?? record.dynamodb.SequenceNumber;
export const handler = async (event) => {
  const orders = JSON.parse(readFileSync(process.env.FOLDER + '/orders', 'utf8'));
  appendFileSync(process.env.FOLDER + '/batches', JSON.stringify(event.Records) + '\\n');
  if (orders.sleepMs) await new Promise((resolve) => setTimeout(resolve, orders.sleepMs));
  appendFileSync(process.env.FOLDER + '/ended', '.');
  if (event.Records.some((record) => orders.throwOn?.includes(idOf(record)))) throw new Error('told to');
  if (orders.answer) return orders.answer;
  return { batchItemFailures: event.Records.filter((record) => orders.reportOn?.includes(idOf(record))).map((record) => ({ itemIdentifier: ticketOf(record) })) };
};`;

interface Orders {
  throwOn?: string[];
  reportOn?: string[];
  answer?: unknown;
  sleepMs?: number;
}

class Consumer {
  readonly folder = temporaryFolder();

  constructor(orders: Orders = {}) {
    this.order(orders);
    writeFileSync(join(this.folder, 'batches'), '');
  }

  order(orders: Orders): void {
    writeFileSync(join(this.folder, 'orders'), JSON.stringify(orders));
  }

  records<T = DynamoDBRecord>(): T[][] {
    const text = readFileSync(join(this.folder, 'batches'), 'utf8');
    // What follows the last line break is a line still being written.
    const lines = text.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as T[]);
  }

  batches(): string[][] {
    return this.records<DynamoDBRecord & SQSRecord>().map((batch) =>
      batch.map((record) => record.body ?? record.dynamodb?.Keys?.id?.S ?? ''),
    );
  }

  seen(): string[] {
    return this.batches().flat();
  }

  waitFor(...ids: string[]): Promise<true> {
    return eventually(() => (ids.every((id) => this.seen().includes(id)) ? true : undefined));
  }
}

let started: Started | undefined;
afterEach(async () => {
  await started?.host.stop();
  started = undefined;
});

async function run(resources: Resources, consumer: Consumer, dataDir?: string): Promise<Started> {
  const assembly = writeAssembly({ Stack: { resources } }, { consumer: CONSUMER });
  started = await start(assembly, { environment: { FOLDER: consumer.folder }, ...(dataDir ? { dataDir } : {}) });
  return started;
}

const STREAM = { StartingPosition: 'TRIM_HORIZON', FunctionResponseTypes: ['ReportBatchItemFailures'] };

function streamStack(properties: Record<string, unknown> = {}, tableProperties = {}): Resources {
  return {
    Table: table(tableProperties),
    Failed: queue(),
    Consumer: lambda('consumer', { Timeout: 10 }),
    Mapping: mapping('Consumer', ['Table', 'StreamArn'], { ...STREAM, ...properties }),
  };
}

async function put(id: string, more: Record<string, unknown> = {}): Promise<void> {
  const dynamo = jsonClient(started?.host.endpoints.dynamodb ?? '', 'dynamodb');
  await dynamo('PutItem', { TableName: started?.host.resources.Stack?.Table, Item: { id: { S: id }, ...more } });
}

const sqs = () => jsonClient(started?.host.endpoints.sqs ?? '', 'sqs');
const queueUrl = (id: string) => started?.host.resources.Stack?.[id];

async function receive(id: string): Promise<{ Body: string }> {
  return eventually(async () => {
    const { Messages: messages } = await sqs()('ReceiveMessage', { QueueUrl: queueUrl(id), WaitTimeSeconds: 1 });
    return (messages as unknown as { Body: string }[] | undefined)?.[0];
  });
}

describe('a stream mapping', () => {
  test('delivers records in order, in the shape Lambda gives them', async () => {
    const consumer = new Consumer();
    await run(streamStack(), consumer);
    await put('a', { n: { N: '1' } });
    await put('b');
    await put('a', { n: { N: '2' } });
    await eventually(() => (consumer.seen().length === 3 ? true : undefined));
    const [first, , third] = consumer.records().flat();
    expect(consumer.seen()).toEqual(['a', 'b', 'a']);
    expect(first).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-1',
      dynamodb: {
        Keys: { id: { S: 'a' } },
        NewImage: { id: { S: 'a' }, n: { N: '1' } },
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
    expect(first?.eventSourceARN).toMatch(
      /^arn:aws:dynamodb:eu-west-1:000000000000:table\/Stack-Table-\w+\/stream\/.+/,
    );
    expect(typeof first?.dynamodb?.ApproximateCreationDateTime).toBe('number');
    expect(third).toMatchObject({
      eventName: 'MODIFY',
      dynamodb: { OldImage: { n: { N: '1' } }, NewImage: { n: { N: '2' } } },
    });
  });

  test('leaves out writes that change nothing and records the filter holds back', async () => {
    const consumer = new Consumer();
    const pattern = JSON.stringify({
      eventName: ['MODIFY'],
      dynamodb: { NewImage: { status: { S: [{ prefix: 'pa' }] } } },
    });
    await run(streamStack({ FilterCriteria: { Filters: [{ Pattern: pattern }] } }), consumer);
    await put('a', { status: { S: 'pending' } });
    await put('a', { status: { S: 'paid' } });
    await put('a', { status: { S: 'paid' } });
    await put('b', { status: { S: 'paid' } });
    await put('c', { status: { S: 'pending' } });
    await put('c', { status: { S: 'part' } });
    await consumer.waitFor('c');
    expect(consumer.seen()).toEqual(['a', 'c']);
  });

  test('a failing record holds up what is behind it until it succeeds', async () => {
    const consumer = new Consumer({ throwOn: ['a'] });
    await run(streamStack({ BatchSize: 1 }), consumer);
    await put('a');
    await put('b');
    await eventually(() => (consumer.seen().length >= 2 ? true : undefined));
    expect(consumer.seen()).not.toContain('b');
    consumer.order({});
    await consumer.waitFor('b');
  });

  test('reported failures: everything from the lowest failed record comes again, the rest is done', async () => {
    const consumer = new Consumer({ reportOn: ['c', 'b'] });
    const dataDir = temporaryFolder();
    await run(streamStack({ Enabled: false }), consumer, dataDir);
    for (const id of ['a', 'b', 'c', 'd']) await put(id);
    await started?.host.stop();
    await run(streamStack(), consumer, dataDir);
    await eventually(() => (consumer.batches().length >= 2 ? true : undefined));
    consumer.order({});
    await eventually(() => (consumer.batches().at(-1)?.at(-1) === 'd' ? true : undefined));
    expect(consumer.batches()[0]).toEqual(['a', 'b', 'c', 'd']);
    expect(consumer.batches()[1]).toEqual(['b', 'c', 'd']);
  });

  test.each([
    ['an unknown id', { batchItemFailures: [{ itemIdentifier: 'other' }] }],
    ['an empty id', { batchItemFailures: [{ itemIdentifier: '' }] }],
    ['a malformed list', { batchItemFailures: 'all' }],
  ])('%s in the report fails the whole batch', async (_name, answer) => {
    const consumer = new Consumer({ answer });
    await run(streamStack(), consumer);
    await put('a');
    await eventually(() => (consumer.seen().length >= 2 ? true : undefined));
    expect(new Set(consumer.seen())).toEqual(new Set(['a']));
  });

  test('bisects down to the poison record, gives it up to the queue, and delivers all others', async () => {
    const consumer = new Consumer({ throwOn: ['c'] });
    const properties = {
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 1,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Failed', 'Arn'] } } },
    };
    const dataDir = temporaryFolder();
    await run(streamStack({ ...properties, Enabled: false }), consumer, dataDir);
    for (const id of ['a', 'b', 'c', 'd']) await put(id);
    await started?.host.stop();
    await run(streamStack(properties), consumer, dataDir);
    const message = JSON.parse((await receive('Failed')).Body);
    await consumer.waitFor('d');
    expect(consumer.batches()).toEqual([['a', 'b', 'c', 'd'], ['a', 'b'], ['c', 'd'], ['c'], ['c'], ['d']]);
    expect(message).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
      DDBStreamBatchInfo: { batchSize: 1 },
    });
    const poison = consumer
      .records()
      .flat()
      .find((record) => record.dynamodb?.Keys?.id?.S === 'c');
    expect(message.DDBStreamBatchInfo.startSequenceNumber).toBe(poison?.dynamodb?.SequenceNumber);
  });

  test('gives up what is older than its maximum age', async () => {
    const consumer = new Consumer({ throwOn: ['a'] });
    await run(
      streamStack({
        BatchSize: 1,
        MaximumRecordAgeInSeconds: 1,
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Failed', 'Arn'] } } },
      }),
      consumer,
    );
    await put('a');
    const message = JSON.parse((await receive('Failed')).Body);
    expect(message.requestContext.condition).toBe('RecordAgeExceeded');
    await put('b');
    await consumer.waitFor('b');
  });

  test('LATEST skips what was there before, and a restart goes on where it stopped', async () => {
    const consumer = new Consumer();
    const dataDir = temporaryFolder();
    await run(streamStack({ Enabled: false }), consumer, dataDir);
    await put('before');
    await started?.host.stop();
    await run(streamStack({ StartingPosition: 'LATEST' }), consumer, dataDir);
    // The position is taken at the first look at the stream, so the write is repeated until it is seen.
    for (let n = 0; consumer.seen().length === 0; n++) {
      await put(`after-${n}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await started?.host.stop();
    const seen = consumer.seen();
    expect(seen).not.toContain('before');
    await run(streamStack({ StartingPosition: 'LATEST' }), consumer, dataDir);
    await put('later');
    await consumer.waitFor('later');
    expect(consumer.seen().filter((id) => id === seen[0])).toHaveLength(1);
  });

  test('a throttled function is called again, and that is no attempt', async () => {
    const consumer = new Consumer({ sleepMs: 400 });
    const resources = streamStack({ MaximumRetryAttempts: 0 });
    resources.Consumer = lambda('consumer', { ReservedConcurrentExecutions: 1, Timeout: 10 });
    await run(resources, consumer);
    const name = started?.host.resources.Stack?.Consumer ?? '';
    const occupied = started?.host.invoke(name, { Records: [] });
    await eventually(() => (consumer.batches().length > 0 ? true : undefined));
    await put('a');
    await expect(started?.host.invoke(name, { Records: [] })).rejects.toThrow('TooManyRequestsException');
    await occupied;
    await consumer.waitFor('a');
  });
});

function queueStack(
  properties: Record<string, unknown> = {},
  queueProperties: Record<string, unknown> = {},
): Resources {
  return {
    Queue: queue({
      VisibilityTimeout: 1,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 2 },
      ...queueProperties,
    }),
    Dead: queue(),
    Consumer: lambda('consumer', { Timeout: 10 }),
    Mapping: mapping('Consumer', ['Queue', 'Arn'], {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ...properties,
    }),
  };
}

async function send(body: string, more: Record<string, unknown> = {}): Promise<void> {
  await sqs()('SendMessage', { QueueUrl: queueUrl('Queue'), MessageBody: body, ...more });
}

async function countLeft(): Promise<number> {
  const { Attributes: counts } = await sqs()('GetQueueAttributes', {
    QueueUrl: queueUrl('Queue'),
    AttributeNames: ['All'],
  });
  const of = (name: string) => Number((counts as Record<string, string>)[name]);
  return (
    of('ApproximateNumberOfMessages') +
    of('ApproximateNumberOfMessagesNotVisible') +
    of('ApproximateNumberOfMessagesDelayed')
  );
}

describe('a queue mapping', () => {
  test('hands over a message in the shape Lambda gives it and deletes it after success', async () => {
    const consumer = new Consumer();
    await run(queueStack(), consumer);
    await send('hello', {
      MessageGroupId: 'group',
      MessageAttributes: { kind: { DataType: 'String', StringValue: 'x' } },
    });
    await consumer.waitFor('hello');
    const [record] = consumer.records<SQSRecord>().flat();
    expect(record).toMatchObject({
      body: 'hello',
      eventSource: 'aws:sqs',
      awsRegion: 'eu-west-1',
      attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'group' },
      messageAttributes: { kind: { stringValue: 'x', dataType: 'String', stringListValues: [], binaryListValues: [] } },
    });
    expect(record?.eventSourceARN).toMatch(/^arn:aws:sqs:eu-west-1:000000000000:Stack-Queue-/);
    await eventually(async () => ((await countLeft()) === 0 ? true : undefined));
  });

  test('only reported messages come again, and reach the dead-letter queue after their receives', async () => {
    const consumer = new Consumer({ reportOn: ['bad'] });
    await run(queueStack(), consumer);
    await send('bad');
    await send('good');
    expect((await receive('Dead')).Body).toBe('bad');
    expect(consumer.seen().filter((body) => body === 'bad')).toHaveLength(2);
    expect(consumer.seen().filter((body) => body === 'good')).toHaveLength(1);
    expect(
      consumer
        .records<SQSRecord>()
        .flat()
        .filter(({ body }) => body === 'bad')
        .at(-1)?.attributes.ApproximateReceiveCount,
    ).toBe('2');
  });

  test('a thrown error and an unknown id fail the whole batch', async () => {
    const consumer = new Consumer({ answer: { batchItemFailures: [{ itemIdentifier: 'other' }] } });
    await run(queueStack(), consumer);
    await send('a');
    expect((await receive('Dead')).Body).toBe('a');
    consumer.order({ throwOn: ['b'] });
    await send('b');
    expect((await receive('Dead')).Body).toBe('b');
  });

  test('runs no more batches side by side than the mapping allows, and all of them', async () => {
    const consumer = new Consumer({ sleepMs: 150 });
    await run(
      queueStack({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }, { VisibilityTimeout: 30 }),
      consumer,
    );
    for (let n = 0; n < 6; n++) await send(`m${n}`);
    let most = 0;
    await eventually(() => {
      const begun = consumer.batches().length;
      const ended = begun === 0 ? 0 : endedCount(consumer);
      most = Math.max(most, begun - ended);
      return ended === 6 ? true : undefined;
    });
    expect(most).toBe(2);
  });

  test('fills a batch within the batching window', async () => {
    const consumer = new Consumer();
    await run(queueStack({ BatchSize: 3, MaximumBatchingWindowInSeconds: 20 }, { VisibilityTimeout: 30 }), consumer);
    for (const body of ['a', 'b', 'c']) await send(body);
    await consumer.waitFor('c');
    expect(consumer.batches()).toHaveLength(1);
  });

  test('a delayed message comes no earlier than its delay', async () => {
    const consumer = new Consumer();
    await run(queueStack(), consumer);
    const sentAtMs = Date.now();
    await send('late', { DelaySeconds: 1 });
    await consumer.waitFor('late');
    expect(Date.now() - sentAtMs).toBeGreaterThanOrEqual(1000);
  });
});

function endedCount(consumer: Consumer): number {
  try {
    return readFileSync(join(consumer.folder, 'ended'), 'utf8').length;
  } catch {
    return 0;
  }
}
