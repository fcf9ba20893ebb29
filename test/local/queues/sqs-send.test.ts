import {
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { ARN, errorOf, nameOf, SqsFixture } from './sqs-fixture.ts';

// The rules as AWS documents them, in the API Reference and the Developer Guide of SQS.

const queue = new SqsFixture();

describe('message', () => {
  test('the size is that of the bytes, 1 MiB at most', async () => {
    expect(await errorOf(queue.send('é'.repeat(524_288)))).toBe('none');
    expect(await errorOf(queue.send('é'.repeat(524_289)))).toBe('InvalidParameterValue');
    expect(await errorOf(queue.send(''))).toBe('MissingParameter');
  });

  test.each([
    ['a control character', '\u0000', 'InvalidMessageContents'],
    ['a form feed', 'a\fb', 'InvalidMessageContents'],
    ['U+FFFF', '\uffff', 'InvalidMessageContents'],
    ['tab, line feed and carriage return', '\t\n\r', 'none'],
    ['a character beyond U+FFFF', '\u{1F600}', 'none'],
  ])('%s in the text: %s', async (_what, text, error) => {
    expect(await errorOf(queue.send(text))).toBe(error);
  });

  test('a group has up to 128 letters, digits and punctuation', async () => {
    expect(await errorOf(queue.send('x', { MessageGroupId: '!~'.repeat(64) }))).toBe('none');
    for (const MessageGroupId of ['x'.repeat(129), 'a b', 'é'])
      expect(await errorOf(queue.send('x', { MessageGroupId }))).toBe('InvalidParameterValue');
  });
});

describe('batch', () => {
  const sendBatch = (Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[]) =>
    queue.client.send(new SendMessageBatchCommand({ QueueUrl: queue.QueueUrl, Entries }));
  const entries = (count: number, MessageBody = 'x') =>
    Array.from({ length: count }, (_, index) => ({ Id: String(index), MessageBody }));

  test('an invalid entry fails alone, with its own code', async () => {
    const { Successful, Failed } = await sendBatch([
      { Id: 'good', MessageBody: 'a' },
      { Id: 'late', MessageBody: 'b', DelaySeconds: 901 },
      { Id: 'odd', MessageBody: '\u0000' },
    ]);
    expect(Successful?.map(({ Id }) => Id)).toEqual(['good']);
    expect(Failed?.map(({ Id, Code, SenderFault }) => [Id, Code, SenderFault])).toEqual([
      ['late', 'InvalidParameterValue', true],
      ['odd', 'InvalidMessageContents', true],
    ]);
    expect(await queue.bodies()).toEqual(['a']);
  });

  test('a deletion also fails by entry', async () => {
    await sendBatch(entries(2));
    const [first, second] = await queue.receive();
    const handles = [first?.ReceiptHandle, 'made up'];
    const Entries = handles.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }));
    const deleted = await queue.client.send(new DeleteMessageBatchCommand({ QueueUrl: queue.QueueUrl, Entries }));
    expect(deleted.Successful).toEqual([{ Id: '0' }]);
    expect(deleted.Failed).toMatchObject([{ Id: '1', SenderFault: true, Code: 'ReceiptHandleIsInvalid' }]);
    expect(await queue.counts()).toEqual([0, 1, 0]);
    await queue.remove(second ?? {});
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  test.each<[string, () => { Id: string; MessageBody: string }[], string]>([
    ['no entry', () => [], 'EmptyBatchRequest'],
    ['more than ten', () => entries(11), 'TooManyEntriesInBatchRequest'],
    ['the same id twice', () => [...entries(1), ...entries(1)], 'BatchEntryIdsNotDistinct'],
    ['more than 1 MiB together', () => entries(2, 'x'.repeat(524_289)), 'BatchRequestTooLong'],
  ])('%s fails the complete batch', async (_what, made, error) => {
    expect(await errorOf(sendBatch(made()))).toBe(error);
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  test('ten entries of 1 MiB together are accepted', async () => {
    const { Successful } = await sendBatch(entries(8, 'x'.repeat(131_072)));
    expect(Successful).toHaveLength(8);
  });
});

describe('queue', () => {
  test('the attributes have the documented defaults and the approximate numbers of messages', async () => {
    await queue.send('ready');
    await queue.send('ready too');
    await queue.send('delayed', { DelaySeconds: 10 });
    await queue.receiveOne();
    expect(await queue.attributes('All')).toEqual({
      QueueArn: `${ARN}:${nameOf(queue.QueueUrl)}`,
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '1',
      MessageRetentionPeriod: '345600',
      VisibilityTimeout: '30',
    });
    const some = await queue.attributes('QueueArn', 'ApproximateNumberOfMessages', 'RedrivePolicy');
    expect(Object.keys(some)).toHaveLength(2);
    await queue.client.send(new PurgeQueueCommand({ QueueUrl: queue.QueueUrl }));
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  test('the queue of the same name stays, with the given attributes, as a deployment changes it', async () => {
    const name = nameOf(await queue.create({ VisibilityTimeout: '45' }));
    expect(nameOf(await queue.create({ VisibilityTimeout: '46' }, name))).toBe(name);
    queue.QueueUrl = `${queue.endpoint}/000000000000/${name}`;
    expect(await queue.attributes('VisibilityTimeout')).toEqual({ VisibilityTimeout: '46' });
    expect(await errorOf(queue.create({ VisibilityTimeout: '43201' }))).toBe('InvalidParameterValue');
  });

  test('a queue that does not exist is refused by every action', async () => {
    const gone = `${queue.endpoint}/000000000000/gone`;
    const calls = [
      queue.client.send(new SendMessageCommand({ QueueUrl: gone, MessageBody: 'x' })),
      queue.client.send(new ReceiveMessageCommand({ QueueUrl: gone })),
      queue.client.send(new DeleteMessageCommand({ QueueUrl: gone, ReceiptHandle: 'x' })),
      queue.client.send(new GetQueueAttributesCommand({ QueueUrl: gone })),
      queue.client.send(new PurgeQueueCommand({ QueueUrl: gone })),
    ];
    for (const call of calls) expect(await errorOf(call)).toBe('QueueDoesNotExist');
  });
});

test.each([
  ['an action', () => queue.client.send(new ListQueuesCommand({})), 'ListQueues: the action'],
  ['a FIFO queue', () => queue.create({ FifoQueue: 'true' }), 'FifoQueue'],
  ['an attribute of a message', () => queue.send('x', { MessageAttributes: {} }), 'SendMessage: MessageAttributes'],
])('what is not supported is refused with its name: %s', async (_what, call, name) => {
  await expect(call()).rejects.toThrow(name);
});
