import { Duration, Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { DeadLetterQueue, ServiceQueue } from '../service-queue.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { ServiceAlarm } from './service-alarm.ts';

/** All receives of a failing message take longer, but SQS excludes it from the age metric from the third on. */
export const WAITING_TOO_LONG_S = 900;

/** One alarm for the dead letters of all queues that the stack has by now, and one for their waiting messages. */
export class QueueAlarms extends Construct {
  constructor(scope: Construct, id: string, { topics }: { topics: AlarmTopics }) {
    super(scope, id);
    const all = Stack.of(this).node.findAll();
    const settings = { statistic: 'Maximum', period: Duration.minutes(1) };
    const deadLetters = all.filter((node) => node instanceof DeadLetterQueue);
    new ServiceAlarm(this, 'DeadLetters', {
      topics,
      urgency: 'ticket',
      metric: maximumOf(deadLetters.map((queue) => queue.metricApproximateNumberOfMessagesVisible(settings))),
      impact: 'Messages were given up: webhooks are late until the sweep queues them again (runbook: dead letters).',
    });
    const queues = all.filter((node) => node instanceof ServiceQueue);
    if (queues.length === 0) return;
    new ServiceAlarm(this, 'Age', {
      topics,
      urgency: 'ticket',
      metric: maximumOf(queues.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage(settings))),
      threshold: WAITING_TOO_LONG_S,
      impact:
        'Messages wait in a queue for a quarter of an hour: its consumer does not keep up (runbook: waiting messages).',
    });
  }
}

/** The greatest of metrics, by the minute. SQS and Lambda report nothing for what is idle. */
export function maximumOf(metrics: readonly IMetric[]): MathExpression {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  return new MathExpression({ expression: 'MAX(FILL(METRICS(), 0))', usingMetrics, period: Duration.minutes(1) });
}
