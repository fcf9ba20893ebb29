import { Duration } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ServiceAlarm } from './service-alarm.ts';

export interface DeadLetterQueueProps {
  alarmTopic: ITopic;
  /** What a person must know when a message was given up. */
  deadLetterImpact: string;
}

/** A queue that nothing consumes, and the alarm that says what a message in it means. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, { alarmTopic, deadLetterImpact }: DeadLetterQueueProps) {
    super(scope, id, { retentionPeriod: Duration.days(14), enforceSSL: true });
    const metric = this.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) });
    new ServiceAlarm(this, 'Alarm', { alarmTopic, metric, impact: deadLetterImpact });
  }
}

export interface ServiceQueueProps extends DeadLetterQueueProps {
  /** The consumer's time-out; a message stays hidden six times as long, as AWS advises. */
  consumerTimeoutSeconds: number;
}

/** A queue with its dead-letter queue. */
export class ServiceQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { consumerTimeoutSeconds, ...deadLetters }: ServiceQueueProps) {
    super(scope, id);
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', deadLetters);
    this.queue = new Queue(this, 'Queue', {
      visibilityTimeout: Duration.seconds(6 * consumerTimeoutSeconds),
      retentionPeriod: Duration.days(4),
      enforceSSL: true,
      // Throttled receives count too, hence not fewer.
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
  }
}
