import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
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
  test('the digests of body, attributes and system attributes equal those of the SDK and the documents', async () => {
    // The SDK itself compares MD5OfMessageBody and MD5OfBody. The others were computed by the steps of the Developer
    // Guide.
    const sent = await queue.send('hällo 😀', {
      MessageAttributes: {
        b: { DataType: 'Binary', BinaryValue: new Uint8Array([0, 1, 255]) },
        a: { DataType: 'String.kind', StringValue: 'é' },
        n: { DataType: 'Number', StringValue: '12' },
      },
      MessageSystemAttributes: {
        AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-5759e988-bd862e3fe1be46a9' },
      },
    });
    expect(sent).toMatchObject({
      MD5OfMessageBody: '0b3c8d7b38ec121cc05db0808a4e4a60',
      MD5OfMessageAttributes: 'db7347699e2abe57caaad9d9296add97',
      MD5OfMessageSystemAttributes: '8cc842ac3e3c9955c9e1076bb5f28397',
    });
    const message = await queue.receiveOne({ MessageAttributeNames: ['All'] });
    expect(message).toMatchObject({
      Body: 'hällo 😀',
      MD5OfBody: sent.MD5OfMessageBody,
      MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
      Attributes: { AWSTraceHeader: 'Root=1-5759e988-bd862e3fe1be46a9' },
    });
    expect(message.MessageAttributes?.b?.BinaryValue).toEqual(new Uint8Array([0, 1, 255]));
  });

  test('the queue’s maximum size includes the names, types and values of the attributes', async () => {
    queue.QueueUrl = await queue.create({ MaximumMessageSize: '1024' });
    const MessageAttributes = { name: { DataType: 'String', StringValue: 'value' } };
    expect(await errorOf(queue.send('x'.repeat(1_024)))).toBe('none');
    expect(await errorOf(queue.send('é'.repeat(513)))).toBe('InvalidParameterValue');
    expect(await errorOf(queue.send('x'.repeat(1_024 - 15), { MessageAttributes }))).toBe('none');
    expect(await errorOf(queue.send('x'.repeat(1_024 - 14), { MessageAttributes }))).toBe('InvalidParameterValue');
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

  test('a group has up to 128 letters, digits and punctuation; parameters of FIFO queues are refused', async () => {
    expect(await errorOf(queue.send('x', { MessageGroupId: '!~'.repeat(64) }))).toBe('none');
    for (const MessageGroupId of ['x'.repeat(129), 'a b', 'é'])
      expect(await errorOf(queue.send('x', { MessageGroupId }))).toBe('InvalidParameterValue');
    expect(await errorOf(queue.send('x', { MessageDeduplicationId: 'x' }))).toBe('InvalidParameterValue');
    const MessageSystemAttributes = { Other: { DataType: 'String', StringValue: 'x' } } as object;
    expect(await errorOf(queue.send('x', { MessageSystemAttributes }))).toBe('InvalidParameterValue');
  });
});

describe('batch', () => {
  const sendBatch = (Entries: { Id: string; MessageBody: string; DelaySeconds?: number }[]) =>
    queue.client.send(new SendMessageBatchCommand({ QueueUrl: queue.QueueUrl, Entries }));
  const entries = (count: number, MessageBody = 'x') =>
    Array.from({ length: count }, (_, index) => ({ Id: String(index), MessageBody }));

  test('an invalid entry fails alone, with its own code', async () => {
    queue.QueueUrl = await queue.create({ MaximumMessageSize: '1024' });
    const { Successful, Failed } = await sendBatch([
      { Id: 'good', MessageBody: 'a' },
      { Id: 'late', MessageBody: 'b', DelaySeconds: 901 },
      { Id: 'long', MessageBody: 'c'.repeat(1_025) },
      { Id: 'odd', MessageBody: '\u0000' },
    ]);
    expect(Successful?.map(({ Id }) => Id)).toEqual(['good']);
    expect(Failed?.map(({ Id, Code, SenderFault }) => [Id, Code, SenderFault])).toEqual([
      ['late', 'InvalidParameterValue', true],
      ['long', 'InvalidParameterValue', true],
      ['odd', 'InvalidMessageContents', true],
    ]);
    expect(await queue.bodies()).toEqual(['a']);
  });

  test('deletions and changes of visibility also fail by entry', async () => {
    await sendBatch(entries(2));
    const [first, second] = await queue.receive();
    const handles = [first?.ReceiptHandle, 'made up'];
    const Entries = handles.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }));
    const hidden = Entries.map((entry) => ({ ...entry, VisibilityTimeout: 0 }));
    const changed = await queue.client.send(
      new ChangeMessageVisibilityBatchCommand({ QueueUrl: queue.QueueUrl, Entries: hidden }),
    );
    const deleted = await queue.client.send(new DeleteMessageBatchCommand({ QueueUrl: queue.QueueUrl, Entries }));
    for (const { Successful, Failed } of [changed, deleted]) {
      expect(Successful).toEqual([{ Id: '0' }]);
      expect(Failed).toMatchObject([{ Id: '1', SenderFault: true, Code: 'ReceiptHandleIsInvalid' }]);
    }
    expect(await queue.counts()).toEqual([0, 1, 0]);
    await queue.remove(second ?? {});
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  test.each<[string, () => { Id: string; MessageBody: string }[], string]>([
    ['no entry', () => [], 'EmptyBatchRequest'],
    ['more than ten', () => entries(11), 'TooManyEntriesInBatchRequest'],
    ['the same id twice', () => [...entries(1), ...entries(1)], 'BatchEntryIdsNotDistinct'],
    ['an id of other characters', () => [{ Id: 'a.b', MessageBody: 'x' }], 'InvalidBatchEntryId'],
    ['an id of 81 characters', () => [{ Id: 'a'.repeat(81), MessageBody: 'x' }], 'InvalidBatchEntryId'],
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
    const createdS = String(Math.floor(queue.nowMs / 1000));
    expect(await queue.attributes('All')).toEqual({
      QueueArn: `${ARN}:${nameOf(queue.QueueUrl)}`,
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '1',
      CreatedTimestamp: createdS,
      LastModifiedTimestamp: createdS,
      DelaySeconds: '0',
      MaximumMessageSize: '1048576',
      MessageRetentionPeriod: '345600',
      ReceiveMessageWaitTimeSeconds: '0',
      VisibilityTimeout: '30',
    });
    const some = await queue.attributes('QueueArn', 'ApproximateNumberOfMessages', 'RedrivePolicy');
    expect(Object.keys(some)).toHaveLength(2);
    for (const name of ['Unknown', 'constructor'])
      expect(await errorOf(queue.attributes(name as 'All'))).toBe('InvalidAttributeName');
    await queue.client.send(new PurgeQueueCommand({ QueueUrl: queue.QueueUrl }));
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  test('the same name and attributes return the existing queue, other values are refused', async () => {
    const name = nameOf(await queue.create({ VisibilityTimeout: '45' }));
    expect(nameOf(await queue.create({ VisibilityTimeout: '45' }, name))).toBe(name);
    expect(nameOf(await queue.create({}, name))).toBe(name);
    expect(await errorOf(queue.create({ VisibilityTimeout: '46' }, name))).toBe('QueueNameExists');
  });

  test('a queue that does not exist is refused by every action', async () => {
    const gone = `${queue.endpoint}/000000000000/gone`;
    const calls = [
      queue.client.send(new GetQueueUrlCommand({ QueueName: 'gone' })),
      queue.client.send(new SendMessageCommand({ QueueUrl: gone, MessageBody: 'x' })),
      queue.client.send(new ReceiveMessageCommand({ QueueUrl: gone })),
      queue.client.send(new DeleteMessageCommand({ QueueUrl: gone, ReceiptHandle: 'x' })),
      queue.client.send(new GetQueueAttributesCommand({ QueueUrl: gone })),
      queue.client.send(new PurgeQueueCommand({ QueueUrl: gone })),
    ];
    for (const call of calls) expect(await errorOf(call)).toBe('QueueDoesNotExist');
  });
});

describe('what is not supported is refused by name', () => {
  test('FIFO queues', async () => {
    expect(await errorOf(queue.create({}, 'orders.fifo'))).toBe('UnsupportedOperation');
    expect(await errorOf(queue.create({ FifoQueue: 'true' }))).toBe('UnsupportedOperation');
  });

  test('another attribute, and another action', async () => {
    expect(await errorOf(queue.create({ KmsMasterKeyId: 'x' }))).toBe('InvalidAttributeName');
    expect(await errorOf(queue.client.send(new ListQueuesCommand({})))).toBe('UnsupportedOperation');
  });
});
