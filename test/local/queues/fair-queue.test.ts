import { type Message, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { SqsFixture } from './sqs-fixture.ts';

const queue = new SqsFixture();

async function send(group: string | undefined, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 10) {
    const Entries = Array.from({ length: Math.min(10, count - sent) }, (_, index) => ({
      Id: String(index),
      MessageBody: `${group} ${sent + index}`,
      MessageGroupId: group,
    }));
    await queue.client.send(new SendMessageBatchCommand({ QueueUrl: queue.QueueUrl, Entries }));
  }
}

async function receive(count = 10): Promise<Message[]> {
  const messages: Message[] = [];
  while (messages.length < count) {
    const MaxNumberOfMessages = Math.min(10, count - messages.length);
    const received = await queue.receive({ MaxNumberOfMessages });
    if (received.length === 0) break;
    messages.push(...received);
  }
  return messages;
}

const bodies = (messages: Message[]) => messages.map(({ Body }) => Body);

test('a queue without a noisy group serves in order', async () => {
  await send('a', 8);
  await send('b', 8);
  expect(bodies(await receive(9))).toEqual([...Array.from({ length: 8 }, (_, index) => `a ${index}`), 'b 0']);
});

test.each([
  ['29 messages in flight are not many', 29, 'a 29'],
  ['30 messages and more than a tenth in flight make a group noisy, and the others go first', 30, 'b 0'],
])('%s', async (_what, inFlight, next) => {
  await send('a', inFlight + 20);
  await receive(inFlight);
  await send('b', 3);
  expect(bodies(await receive(1))).toEqual([next]);
});

test('of noisy groups the one with the fewest in flight is served first, and none is withheld', async () => {
  await send('a', 60);
  await receive(50);
  await send('b', 60);
  await receive(40);
  const rest = bodies(await receive(100));
  expect(rest.slice(0, 10).every((body) => body?.startsWith('b'))).toBe(true);
  expect(new Set(rest).size).toBe(rest.length);
  expect(rest).toHaveLength(30);
});

test('a message without a group counts as its own quiet group', async () => {
  await send('a', 50);
  await receive(30);
  await send(undefined, 2);
  expect(bodies(await receive(2))).toEqual(['undefined 0', 'undefined 1']);
});
