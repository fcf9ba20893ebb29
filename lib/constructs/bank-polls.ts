import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { grantSend } from './grants.ts';
import { consume, ServiceQueue } from './service-queue.ts';

export interface BankPollsProps {
  /** Queues the first poll of a push. */
  mbway: LambdaFunction;
  /** Queries the bank, and queues its own next poll. */
  poll: LambdaFunction;
  pollTimeoutSeconds: number;
}

/**
 * Polls live pushes of providers that do not notify every end: a queue of delayed messages that the function sends to
 * itself. Batches are small, because every message in one may wait for the bank.
 */
export class BankPolls extends Construct {
  constructor(scope: Construct, id: string, { mbway, poll, pollTimeoutSeconds }: BankPollsProps) {
    super(scope, id);
    const { queue } = new ServiceQueue(this, 'BankPolls', { consumerTimeoutSeconds: pollTimeoutSeconds });
    for (const sender of [mbway, poll]) {
      grantSend(queue, sender);
      sender.addEnvironment('POLLS_QUEUE_URL', queue.queueUrl);
    }
    consume(queue, poll, { batchSize: 5, maxConcurrency: 10 });
  }
}
