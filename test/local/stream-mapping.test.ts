import { afterEach, describe, expect, test } from 'vitest';
import { jsonClient } from '../../lib/local/json-client.ts';
import { eventually } from '../support/eventually.ts';
import { Consumer, consumerFunction, receive, run, running, stop } from './consumer.ts';
import { mapping, queue, type Resources, table, temporaryFolder } from './fixture.ts';

afterEach(stop);

function streamStack(properties: Record<string, unknown> = {}): Resources {
  return {
    Table: table(),
    Failed: queue(),
    Consumer: consumerFunction(),
    Mapping: mapping('Consumer', ['Table', 'StreamArn'], properties),
  };
}

async function put(id: string, more: Record<string, unknown> = {}): Promise<void> {
  const dynamo = jsonClient(running()?.host.endpoints.dynamodb ?? '', 'dynamodb');
  await dynamo('PutItem', { TableName: running()?.host.resources.Stack?.Table, Item: { id: { S: id }, ...more } });
}

describe('a stream mapping', () => {
  test('delivers records in order, in Lambda’s form', async () => {
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

  test('skips writes that change nothing and filtered records', async () => {
    const consumer = new Consumer();
    const pattern = JSON.stringify({
      eventName: ['MODIFY'],
      dynamodb: { NewImage: { status: { S: ['paid', 'part'] } } },
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

  test('a failing record blocks later ones until it succeeds', async () => {
    const consumer = new Consumer({ throwOn: ['a'] });
    await run(streamStack({ BatchSize: 1 }), consumer);
    await put('a');
    await put('b');
    await eventually(() => (consumer.seen().length >= 2 ? true : undefined));
    expect(consumer.seen()).not.toContain('b');
    consumer.order({});
    await consumer.waitFor('b');
  });

  test('retries all records from the lowest reported failure, and no earlier one', async () => {
    const consumer = new Consumer({ reportOn: ['c', 'b'] });
    const dataDir = temporaryFolder();
    await run({ Table: table() }, consumer, dataDir);
    for (const id of ['a', 'b', 'c', 'd']) await put(id);
    await stop();
    await run(streamStack(), consumer, dataDir);
    await eventually(() => (consumer.batches().length >= 2 ? true : undefined));
    consumer.order({});
    await eventually(() => (consumer.batches().at(-1)?.at(-1) === 'd' ? true : undefined));
    expect(consumer.batches()[0]).toEqual(['a', 'b', 'c', 'd']);
    expect(consumer.batches()[1]).toEqual(['b', 'c', 'd']);
  });

  test.each([
    ['an unknown id', { batchItemFailures: [{ itemIdentifier: 'other' }] }],
    ['a malformed list', { batchItemFailures: 'all' }],
  ])('%s in the report fails the complete batch', async (_name, answer) => {
    const consumer = new Consumer({ answer });
    await run(streamStack(), consumer);
    await put('a');
    await eventually(() => (consumer.seen().length >= 2 ? true : undefined));
    expect(new Set(consumer.seen())).toEqual(new Set(['a']));
  });

  test('bisects down to the poison record, sends it to the failure queue, and delivers all others', async () => {
    const consumer = new Consumer({ throwOn: ['c'] });
    const properties = {
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 1,
      DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Failed', 'Arn'] } } },
    };
    const dataDir = temporaryFolder();
    await run({ Table: table() }, consumer, dataDir);
    for (const id of ['a', 'b', 'c', 'd']) await put(id);
    await stop();
    await run(streamStack(properties), consumer, dataDir);
    const message = JSON.parse((await receive('Failed')).Body);
    await eventually(() => (consumer.batches().length === 6 ? true : undefined));
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

  test('gives up records older than the maximum age', async () => {
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
    // Repeated, because a slow machine may read the first ones too late.
    let n = 0;
    await eventually(async () => {
      await put('b', { n: { N: String(n++) } });
      return consumer.seen().includes('b');
    });
  });

  test('a restart resumes where it stopped', async () => {
    const consumer = new Consumer();
    const dataDir = temporaryFolder();
    await run(streamStack(), consumer, dataDir);
    await put('before');
    await consumer.waitFor('before');
    await stop();
    await run(streamStack(), consumer, dataDir);
    await put('later');
    await consumer.waitFor('later');
    expect(consumer.seen()).toEqual(['before', 'later']);
  });

  test('calls a throttled function again without counting an attempt', async () => {
    const consumer = new Consumer({ hold: true });
    const resources = streamStack({ MaximumRetryAttempts: 0 });
    resources.Consumer = consumerFunction({ ReservedConcurrentExecutions: 1 });
    await run(resources, consumer);
    const name = running()?.host.resources.Stack?.Consumer ?? '';
    const occupied = running()?.host.invoke(name, { Records: [] });
    await eventually(() => (consumer.batches().length > 0 ? true : undefined));
    await put('a');
    await expect(running()?.host.invoke(name, { Records: [] })).rejects.toThrow('TooManyRequestsException');
    consumer.order({});
    await occupied;
    await consumer.waitFor('a');
  });
});
