import type { SQSRecord } from 'aws-lambda';
import { afterEach, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { Consumer, consumerFunction, queueUrl, receive, run, running, sqs, stop } from '../consumer.ts';
import { mapping, queue, type Resources } from '../fixture.ts';

afterEach(stop);

/** Longer than any batch takes; the clock is moved past it. */
const VISIBILITY_S = 600;

function queueStack(properties: Record<string, unknown> = {}): Resources {
  return {
    Queue: queue({
      VisibilityTimeout: VISIBILITY_S,
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 2 },
    }),
    Dead: queue(),
    Consumer: consumerFunction(),
    Mapping: mapping('Consumer', ['Queue', 'Arn'], properties),
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

/** Moves the clock until what failed has had both receives and has moved to the dead letters. */
const bothReceives = () => running()?.host.advance(2 * VISIBILITY_S * 1_000);

describe('a queue mapping', () => {
  test('delivers a message in Lambda’s form and deletes it after success', async () => {
    const consumer = new Consumer();
    await run(queueStack(), consumer);
    await send('hello', { MessageGroupId: 'group' });
    await consumer.waitFor('hello');
    const [record] = consumer.records<SQSRecord>().flat();
    expect(record).toMatchObject({
      body: 'hello',
      eventSource: 'aws:sqs',
      awsRegion: 'eu-west-1',
      attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'group' },
      messageAttributes: {},
    });
    expect(record?.eventSourceARN).toMatch(/^arn:aws:sqs:eu-west-1:000000000000:Stack-Queue-/);
    await eventually(async () => ((await countLeft()) === 0 ? true : undefined));
  });

  test('retries only reported messages, and moves them to the dead-letter queue after their receives', async () => {
    const consumer = new Consumer({ reportOn: ['bad'] });
    await run(queueStack(), consumer);
    await send('bad');
    await send('good');
    await bothReceives();
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

  test('fails the complete batch on a thrown error or an unknown id', async () => {
    const consumer = new Consumer({ answer: { batchItemFailures: [{ itemIdentifier: 'other' }] } });
    await run(queueStack(), consumer);
    await send('a');
    await bothReceives();
    expect((await receive('Dead')).Body).toBe('a');
    consumer.order({ throwOn: ['b'] });
    await send('b');
    await bothReceives();
    expect((await receive('Dead')).Body).toBe('b');
  });

  test('runs all batches, with the mapping’s maximum concurrency', async () => {
    const consumer = new Consumer({ hold: true });
    await run(queueStack({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }), consumer);
    for (let n = 0; n < 6; n++) await send(`m${n}`);
    await eventually(() => (consumer.course() === '++' ? true : undefined));
    consumer.order({});
    await eventually(() => (consumer.course().length === 12 ? true : undefined));
    let inProgress = 0;
    const numbers = [...consumer.course()].map((step) => (inProgress += step === '+' ? 1 : -1));
    expect(Math.max(...numbers)).toBe(2);
  });
});
