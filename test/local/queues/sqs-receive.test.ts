import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { ARN, errorOf, nameOf, SqsFixture } from './sqs-fixture.ts';

// The rules as AWS documents them, in the API Reference and the Developer Guide of SQS.

const queue = new SqsFixture();

describe('delay', () => {
  test('DelaySeconds hides a message for that time, and 0 to 900 are valid', async () => {
    await queue.send('later', { DelaySeconds: 900 });
    await queue.send('now', { DelaySeconds: 0 });
    expect(await queue.bodies()).toEqual(['now']);
    queue.pass(899);
    expect(await queue.bodies()).not.toContain('later');
    queue.pass(1);
    expect(await queue.bodies()).toContain('later');
    for (const DelaySeconds of [-1, 901, 0.5])
      expect(await errorOf(queue.send('x', { DelaySeconds }))).toBe('InvalidParameterValue');
  });

  test('messages are received in the order in which they became available, not in that of sending', async () => {
    for (const DelaySeconds of [10, 5, 0]) await queue.send(`after ${DelaySeconds} s`, { DelaySeconds });
    queue.pass(10);
    expect(await queue.bodies()).toEqual(['after 0 s', 'after 5 s', 'after 10 s']);
  });
});

describe('visibility time-out', () => {
  test('is 30 s unless the queue or the receive sets another', async () => {
    await queue.send('a');
    expect(await queue.bodies()).toEqual(['a']);
    queue.pass(29.999);
    expect(await queue.bodies()).toEqual([]);
    queue.pass(0.001);
    expect(await queue.bodies({ VisibilityTimeout: 43_200 })).toEqual(['a']);
    queue.pass(43_199);
    expect(await queue.bodies()).toEqual([]);
    queue.pass(1);
    expect(await queue.bodies({ VisibilityTimeout: 0 })).toEqual(['a']);
    expect(await queue.bodies()).toEqual(['a']);
    expect(await errorOf(queue.receive({ VisibilityTimeout: 43_201 }))).toBe('InvalidParameterValue');
  });
});

describe('receipt', () => {
  test('each has a new handle, and an old one deletes nothing, without an error', async () => {
    await queue.send('a');
    const first = await queue.receiveOne({ VisibilityTimeout: 0 });
    const second = await queue.receiveOne();
    expect(second.ReceiptHandle).not.toBe(first.ReceiptHandle);
    await queue.remove(first);
    expect(await queue.counts()).toEqual([0, 1, 0]);
    await queue.remove(second);
    expect(await queue.counts()).toEqual([0, 0, 0]);
    expect(await errorOf(queue.remove(second))).toBe('none');
  });

  test('the latest handle deletes the message also after its visibility time-out', async () => {
    await queue.send('a');
    const message = await queue.receiveOne();
    queue.pass(60);
    await queue.remove(message);
    expect(await queue.bodies()).toEqual([]);
  });

  test('a malformed handle is invalid, and one of another queue deletes nothing', async () => {
    expect(await errorOf(queue.remove({ ReceiptHandle: 'made up' }))).toBe('ReceiptHandleIsInvalid');
    await queue.send('a');
    const message = await queue.receiveOne();
    const first = queue.QueueUrl;
    queue.QueueUrl = await queue.create();
    await queue.remove(message);
    queue.QueueUrl = first;
    expect(await queue.counts()).toEqual([0, 1, 0]);
  });

  test('increases the count, and the time of sending stays', async () => {
    const sentMs = queue.nowMs;
    await queue.send('a', { MessageGroupId: 'g' });
    queue.pass(5);
    await queue.receive({ VisibilityTimeout: 0 });
    const { Attributes } = await queue.receiveOne();
    expect(Attributes).toEqual({
      SentTimestamp: String(sentMs),
      ApproximateReceiveCount: '2',
      MessageGroupId: 'g',
    });
  });

  test('one to ten messages can be requested, one by default', async () => {
    for (let n = 0; n < 12; n++) await queue.send(String(n));
    expect(await queue.bodies({ MaxNumberOfMessages: undefined })).toEqual(['0']);
    expect(await queue.bodies({ MaxNumberOfMessages: 10 })).toHaveLength(10);
    for (const MaxNumberOfMessages of [0, 11])
      expect(await errorOf(queue.receive({ MaxNumberOfMessages }))).toBe('InvalidParameterValue');
  });
});

describe('dead-letter queue', () => {
  const redrive = (url: string, maxReceiveCount: number) =>
    JSON.stringify({ deadLetterTargetArn: `${ARN}:${nameOf(url)}`, maxReceiveCount });

  test('more receives than maxReceiveCount move a message, with its id, sent time and count', async () => {
    const dead = await queue.create();
    queue.QueueUrl = await queue.create({ VisibilityTimeout: '0', RedrivePolicy: redrive(dead, 2) });
    const { MessageId } = await queue.send('a');
    const sentMs = queue.nowMs;
    queue.pass(1);
    expect([await queue.bodies(), await queue.bodies(), await queue.bodies()]).toEqual([['a'], ['a'], []]);
    queue.QueueUrl = dead;
    expect(await queue.receive()).toMatchObject([
      {
        MessageId,
        Attributes: { ApproximateReceiveCount: '3', SentTimestamp: String(sentMs) },
      },
    ]);
  });

  test('a handle of the source queue has no effect there, before the first receive and after', async () => {
    const dead = await queue.create();
    queue.QueueUrl = await queue.create({ VisibilityTimeout: '0', RedrivePolicy: redrive(dead, 1) });
    await queue.send('a');
    const received = await queue.receiveOne();
    await queue.receive();
    queue.QueueUrl = dead;
    await queue.remove(received);
    const deadLetter = await queue.receiveOne();
    await queue.remove(received);
    expect(await queue.counts()).toEqual([0, 1, 0]);
    await queue.remove(deadLetter);
    expect(await queue.counts()).toEqual([0, 0, 0]);
  });

  test('a moved message ends a long poll there', async () => {
    const dead = await queue.create();
    queue.QueueUrl = await queue.create({ VisibilityTimeout: '0', RedrivePolicy: redrive(dead, 1) });
    const polling = queue.bodies({ QueueUrl: dead, WaitTimeSeconds: 20 });
    await queue.send('a');
    await queue.receive();
    await queue.receive();
    expect(await polling).toEqual(['a']);
  });
});

describe('retention', () => {
  test('is four days from sending, or as long as the queue is configured', async () => {
    await queue.send('a');
    queue.nowMs += 4 * DAY_MS - 1;
    expect(await queue.bodies({ VisibilityTimeout: 0 })).toEqual(['a']);
    queue.nowMs += 1;
    expect(await queue.counts()).toEqual([0, 0, 0]);
    expect(await queue.bodies()).toEqual([]);
    queue.QueueUrl = await queue.create({ MessageRetentionPeriod: '60' });
    await queue.send('b');
    queue.pass(60);
    expect(await queue.bodies()).toEqual([]);
  });

  test('does not restart with the move to the dead letters of a standard queue', async () => {
    const dead = await queue.create({ MessageRetentionPeriod: String(4 * 86_400) });
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: `${ARN}:${nameOf(dead)}`, maxReceiveCount: 1 });
    queue.QueueUrl = await queue.create({ VisibilityTimeout: '0', RedrivePolicy });
    await queue.send('a');
    queue.nowMs += DAY_MS;
    await queue.receive();
    await queue.receive();
    queue.QueueUrl = dead;
    expect(await queue.counts()).toEqual([1, 0, 0]);
    queue.nowMs += 3 * DAY_MS;
    expect(await queue.bodies()).toEqual([]);
  });
});
