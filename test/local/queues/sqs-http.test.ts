import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { errorOf, SqsFixture } from './sqs-fixture.ts';

// The connection: long polls, and errors in the JSON protocol of AWS.

const queue = new SqsFixture();

describe('long poll', () => {
  test('ends with a message that becomes available: sent, delayed, or visible again', async () => {
    const polled = () => queue.bodies({ WaitTimeSeconds: 20 });
    let polling = polled();
    await queue.send('sent');
    expect(await polling).toEqual(['sent']);
    await queue.send('delayed', { DelaySeconds: 10 });
    polling = polled();
    await queue.reached();
    queue.pass(10);
    expect(await polling).toEqual(['delayed']);
    polling = polled();
    await queue.reached();
    queue.pass(20);
    expect(await polling).toEqual(['sent']);
  });

  test('is valid for 0 to 20 s', async () => {
    expect(await errorOf(queue.receive({ WaitTimeSeconds: 21 }))).toBe('InvalidParameterValue');
    expect(await queue.bodies({ WaitTimeSeconds: 0 })).toEqual([]);
  });

  test('ends with the connection of its client, and the next message goes to another poll', async () => {
    const leaving = new AbortController();
    const wait = new ReceiveMessageCommand({ QueueUrl: queue.QueueUrl, WaitTimeSeconds: 20 });
    const left = errorOf(queue.client.send(wait, { abortSignal: leaving.signal }));
    await queue.reached();
    leaving.abort();
    expect(await left).toBe('AbortError');
    await queue.reached();
    const polling = queue.bodies({ WaitTimeSeconds: 3 });
    await queue.reached();
    await queue.send('a');
    expect(await polling).toEqual(['a']);
  });
});

test.each([
  ['QueueDoesNotExist', { QueueUrl: 'x/gone' }],
  ['MissingParameter', {}],
  ['ReceiptHandleIsInvalid', { ReceiptHandle: 'x' }],
])('the JSON protocol returns %s', async (name, request) => {
  const answer = await fetch(queue.endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': 'AmazonSQS.DeleteMessage' },
    body: JSON.stringify(name === 'ReceiptHandleIsInvalid' ? { QueueUrl: queue.QueueUrl, ...request } : request),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/x-amz-json-1.0']);
  expect(await answer.json()).toEqual({ __type: `com.amazonaws.sqs#${name}`, message: expect.any(String) });
});

test.each(['constructor', 'toString', 'hasOwnProperty', 'None'])(
  'an action of the name %s is unknown',
  async (name) => {
    const headers = { 'x-amz-target': `AmazonSQS.${name}` };
    const answer = await fetch(queue.endpoint, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ __type: 'com.amazonaws.sqs#UnsupportedOperation' });
  },
);

test.each(['{"QueueUrl":', 'null', '[]', '"text"'])('a body that is not a JSON object is refused: %s', async (body) => {
  const headers = { 'x-amz-target': 'AmazonSQS.ReceiveMessage' };
  const answer = await fetch(queue.endpoint, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ __type: 'com.amazon.coral.service#SerializationException' });
});
