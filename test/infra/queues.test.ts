import { describe, expect, test } from 'vitest';
import { devTemplates, idOf, synthesized, type Templates } from './templates.ts';

const STAGES: [string, Templates][] = [
  ['dev', devTemplates()],
  ['prod', synthesized('prod')],
];

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

  test('are two that deliver webhooks, and one for looks at pushes where a provider needs it, one for records that the books gave up, each with its dead letters, and one for records that were not relayed', () => {
    const looks = templates.stage === 'dev' ? 1 : 0;
    expect(consumed).toHaveLength(3 + looks);
    expect(unconsumed).toHaveLength(4 + looks);
  });

  test('hide a message six times as long as its consumer may take', () => {
    for (const { properties } of mappings) {
      const queue = queues.find(({ id }) => id === idOf(properties.EventSourceArn));
      const { Timeout: timeoutS } = functions.get(String(idOf(properties.FunctionName))) ?? {};
      expect(Number(queue?.properties.VisibilityTimeout)).toBeGreaterThanOrEqual(6 * Number(timeoutS));
    }
  });

  test('give a message up after five receives at the earliest, and keep it longer than the queue itself would', () => {
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

  test('that nothing consumes sound an alarm at the first message, and tell someone', () => {
    const alarms = templates.resources('service', 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);
    for (const { id } of unconsumed) {
      const ofQueue = alarms.filter(
        ({ Dimensions, MetricName }) =>
          MetricName === 'ApproximateNumberOfMessagesVisible' && JSON.stringify(Dimensions).includes(`"${id}"`),
      );
      expect(ofQueue, id).toHaveLength(1);
      expect(ofQueue[0], id).toMatchObject({
        Threshold: 1,
        DatapointsToAlarm: 1,
        AlarmDescription: expect.stringMatching(/\w/),
      });
      expect(ofQueue[0]?.AlarmActions, id).toHaveLength(1);
    }
  });

  test('take nothing but TLS', () => {
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

  test('report partial failures, and each has a cap of its own so that neither starves the other nor the API', () => {
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
