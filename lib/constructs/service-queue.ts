import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/** Encrypted by SQS without a fee, stated because a default may change; TLS only. */
export const PROTECTED = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

export const DEAD_LETTER_DAYS = 14;

/** Receives of a throttled consumer count too. */
export const MAX_RECEIVES = 5;

/** As AWS recommends. */
export const VISIBILITY_TIMEOUTS = 6;

/** A dead-letter queue. Nothing consumes it, and `QueueAlarms` tells of a message in it. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, { retentionPeriod: Duration.days(DEAD_LETTER_DAYS), ...PROTECTED });
  }
}

export interface ServiceQueueProps {
  /** The consumer's timeout. The visibility timeout is `VISIBILITY_TIMEOUTS` as long. */
  consumerTimeoutSeconds: number;
}

/** A queue with its dead-letter queue. */
export class ServiceQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { consumerTimeoutSeconds }: ServiceQueueProps) {
    super(scope, id);
    const deadLetters = new DeadLetterQueue(this, 'DeadLetters');
    this.queue = new Queue(this, 'Queue', {
      visibilityTimeout: Duration.seconds(VISIBILITY_TIMEOUTS * consumerTimeoutSeconds),
      retentionPeriod: Duration.days(4),
      ...PROTECTED,
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
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
}
