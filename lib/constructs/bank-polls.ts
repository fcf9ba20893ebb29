import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { ServiceQueue } from './service-queue.ts';

export interface BankPollsProps {
  alarmTopic: ITopic;
  /** Sends the first look at a push. */
  mbway: LambdaFunction;
  /** Looks, and sends the next look to itself. */
  poll: LambdaFunction;
  pollTimeoutSeconds: number;
}

/**
 * The looks at live pushes of providers that do not notify every end: a queue of delayed messages that the function
 * sends to itself. Each batch is small, since every message in it may wait for the bank.
 */
export class BankPolls extends Construct {
  constructor(scope: Construct, id: string, { alarmTopic, mbway, poll, pollTimeoutSeconds }: BankPollsProps) {
    super(scope, id);
    const { queue } = new ServiceQueue(this, 'BankPolls', {
      alarmTopic,
      consumerTimeoutSeconds: pollTimeoutSeconds,
      deadLetterImpact:
        'Rejected pushes are known minutes later, by the sweep; nothing is lost and nothing to redrive.',
    });
    for (const sender of [mbway, poll]) {
      queue.grantSendMessages(sender);
      sender.addEnvironment('POLLS_QUEUE_URL', queue.queueUrl);
    }
    poll.addEventSource(new SqsEventSource(queue, { batchSize: 5, reportBatchItemFailures: true, maxConcurrency: 10 }));
  }
}
