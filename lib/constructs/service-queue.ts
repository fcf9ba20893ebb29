import { Duration, Names } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AlarmTopics, Urgency } from './alarms/alarm-topic.ts';
import { ServiceAlarm } from './alarms/service-alarm.ts';
import { explain } from './explain.ts';

/** Encrypted by SQS without a fee, stated because a default may change; TLS only. */
export const PROTECTED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

export const DEAD_LETTER_DAYS = 14;

/** Receives of a throttled consumer count too. */
export const MAX_RECEIVES = 5;

/** As AWS recommends. */
export const VISIBILITY_TIMEOUTS = 6;

export interface DeadLetterQueueProps {
  topics: AlarmTopics;
  urgency: Urgency;
  /** What a message in the queue means: the sentence of its alarm. */
  deadLetterImpact: string;
}

/** A dead-letter queue, and an alarm when it holds a message. Nothing consumes it. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, { topics, urgency, deadLetterImpact }: DeadLetterQueueProps) {
    super(scope, id, { retentionPeriod: Duration.days(DEAD_LETTER_DAYS), ...PROTECTED });
    explain(this, {
      reason: 'It holds dead letters itself.',
      rules: ['AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy', 'sqs_dlq_check'],
    });
    const metric = this.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) });
    new ServiceAlarm(this, 'Alarm', { topics, urgency, metric, impact: deadLetterImpact });
  }
}

export interface ServiceQueueProps extends DeadLetterQueueProps {
  /** The consumer's timeout. The visibility timeout is `VISIBILITY_TIMEOUTS` as long. */
  consumerTimeoutSeconds: number;
}

/** All receives of a failing message take longer, but SQS excludes it from the age metric from the third on. */
export const WAITING_TOO_LONG_S = 900;

/** A queue with its dead-letter queue, and an alarm when messages wait because the consumer is stopped or too slow. */
export class ServiceQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { consumerTimeoutSeconds, ...deadLetters }: ServiceQueueProps) {
    super(scope, id);
    const { topics, urgency } = deadLetters;
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', deadLetters);
    this.queue = new Queue(this, 'Queue', {
      visibilityTimeout: Duration.seconds(VISIBILITY_TIMEOUTS * consumerTimeoutSeconds),
      retentionPeriod: Duration.days(4),
      ...PROTECTED,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
    new ServiceAlarm(this, 'Age', {
      topics,
      urgency,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period: Duration.minutes(1) }),
      threshold: WAITING_TOO_LONG_S,
      impact:
        'Messages wait in a queue for a quarter of an hour: its consumer does not keep up (runbook: waiting messages).',
    });
  }
}

/** Calls a function with a queue's messages. Only those that fail are received again. */
export function consume(
  queue: Queue,
  consumer: LambdaFunction,
  settings: { batchSize: number; maxConcurrency: number },
): void {
  consumer.addEventSource(new SqsEventSource(queue, { reportBatchItemFailures: true, ...settings }));
  explain(consumer.node.findChild(`SqsEventSource:${Names.nodeUniqueId(queue.node)}`), {
    reason: 'The queue has its own dead letters.',
    rules: ['Serverless-LambdaEventSourceMappingDestination'],
  });
}
