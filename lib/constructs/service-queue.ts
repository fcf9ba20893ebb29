import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface ServiceQueueProps {
  alarmTopic: ITopic;
  /** The consumer's time-out; a message stays hidden six times as long, as AWS advises. */
  consumerTimeoutSeconds: number;
  /** What a person must know when a message was given up. */
  deadLetterImpact: string;
}

/** A queue with its dead-letter queue and the alarm that says what a message in it means. */
export class ServiceQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(
    scope: Construct,
    id: string,
    { alarmTopic, consumerTimeoutSeconds, deadLetterImpact }: ServiceQueueProps,
  ) {
    super(scope, id);
    this.deadLetters = new Queue(this, 'DeadLetters', { retentionPeriod: Duration.days(14), enforceSSL: true });
    this.queue = new Queue(this, 'Queue', {
      visibilityTimeout: Duration.seconds(6 * consumerTimeoutSeconds),
      retentionPeriod: Duration.days(4),
      enforceSSL: true,
      // Throttled receives count too, hence not fewer.
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: 5 },
    });
    new Alarm(this, 'DeadLettersAlarm', {
      alarmDescription: deadLetterImpact,
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    }).addAlarmAction(new SnsAction(alarmTopic));
  }
}
