import { describe, expect, test } from 'vitest';
import { devAndProd, idOf } from './templates.ts';

const STAGES = devAndProd();

describe.each(STAGES)('the queues of the service, stage %s', (_stage, templates) => {
  const queues = templates.resources('service', 'AWS::SQS::Queue');
  const functions = new Map(
    templates.resources('service', 'AWS::Lambda::Function').map(({ id, properties }) => [id, properties]),
  );
  const mappings = templates
    .resources('service', 'AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => queues.some(({ id }) => id === idOf(properties.EventSourceArn)));
  const consumed = queues.filter(({ id }) => mappings.some(({ properties }) => idOf(properties.EventSourceArn) === id));
  const unconsumed = queues.filter((queue) => !consumed.includes(queue));

  // Consumed: two for webhooks, and one for polls of pushes where a provider needs it. Unconsumed: their dead-letter queues, and one for records that were not relayed.
  test('are those of webhooks and polls, each with a dead-letter queue, and one for unrelayed records', () => {
    const polls = templates.stage === 'dev' ? 1 : 0;
    expect(consumed).toHaveLength(2 + polls);
    expect(unconsumed).toHaveLength(3 + polls);
  });

  test('have a visibility timeout of six times the consumer’s timeout', () => {
    for (const { properties } of mappings) {
      const queue = queues.find(({ id }) => id === idOf(properties.EventSourceArn));
      const { Timeout: timeoutS } = functions.get(String(idOf(properties.FunctionName))) ?? {};
      expect(Number(queue?.properties.VisibilityTimeout)).toBeGreaterThanOrEqual(6 * Number(timeoutS));
    }
  });

  test('of webhooks are consumed with time for two attempts of 8 s, 200 ms apart', () => {
    const deliver = [...functions.values()].find(({ FunctionName }) => /webhooks-deliver$/.test(String(FunctionName)));
    expect(Number(deliver?.Timeout)).toBeGreaterThan(17);
  });

  test('give up a message after at least five receives, and keep dead letters longer than the queue', () => {
    for (const { id, properties } of consumed) {
      const { deadLetterTargetArn, maxReceiveCount } = properties.RedrivePolicy as {
        deadLetterTargetArn: unknown;
        maxReceiveCount: number;
      };
      expect(maxReceiveCount, id).toBeGreaterThanOrEqual(5);
      const dead = queues.find((queue) => queue.id === idOf(deadLetterTargetArn));
      // A dead letter's age counts from its first sending.
      expect(Number(dead?.properties.MessageRetentionPeriod)).toBeGreaterThan(
        Number(properties.MessageRetentionPeriod),
      );
    }
  });

  test('without a consumer raise one alarm at the first message in any of them, with a notification', () => {
    const [alarm, ...others] = templates
      .resources('service', 'AWS::CloudWatch::Alarm')
      .map(({ properties }) => properties)
      .filter((properties) => JSON.stringify(properties).includes('ApproximateNumberOfMessagesVisible'));
    expect(others).toEqual([]);
    expect(alarm).toMatchObject({ Threshold: 1, DatapointsToAlarm: 1 });
    expect(alarm?.AlarmActions).toHaveLength(1);
    for (const { id } of unconsumed) expect(JSON.stringify(alarm)).toContain(`["${id}","QueueName"]`);
  });

  test('require TLS', () => {
    const policies = templates.resources('service', 'AWS::SQS::QueuePolicy').map(({ properties }) => properties);
    for (const { id } of queues) {
      const policy = policies.find(({ Queues }) => (Queues as unknown[]).some((queue) => idOf(queue) === id));
      expect(statementsOf(policy), id).toContainEqual(
        expect.objectContaining({
          Effect: 'Deny',
          Action: 'sqs:*',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      );
    }
  });

  test('report partial failures, and have concurrency limits, so that none starves another or the API', () => {
    for (const { id, properties } of mappings) {
      expect(properties.FunctionResponseTypes, id).toEqual(['ReportBatchItemFailures']);
      const { MaximumConcurrency: cap } = properties.ScalingConfig as { MaximumConcurrency: number };
      expect(cap, id).toBeGreaterThanOrEqual(2);
      expect(cap, id).toBeLessThan(500);
    }
  });
});

function statementsOf(policy: Record<string, unknown> | undefined): unknown[] {
  return (policy?.PolicyDocument as { Statement: unknown[] } | undefined)?.Statement ?? [];
}
