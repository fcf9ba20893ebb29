import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { STREAM_FILTERS } from '../../functions/webhooks/relay/relay.ts';
import type { Stage } from '../stacks/stages.ts';
import { grantItems, ServiceFunction } from './service-function.ts';
import { DeadLetterQueue, ServiceQueue } from './service-queue.ts';

export interface DeliveryPipelineProps {
  stage: Stage;
  alarmTopic: ITopic;
  transactions: Table;
  merchants: Table;
  keyring: Secret;
}

// Two attempts of 8 s with 200 ms between them, and room for the records.
const DELIVER_TIMEOUT_SECONDS = 30;

/** stream → relay → deliveries and delivery-retries → deliver (§6.4). */
export class DeliveryPipeline extends Construct {
  readonly deliveries: Queue;
  /** What was given up, by the queue it was taken from. */
  readonly deadLetters: { deliveries: Queue; retries: Queue; relay: Queue };

  constructor(scope: Construct, id: string, props: DeliveryPipelineProps) {
    super(scope, id);
    const { stage, alarmTopic, transactions, merchants, keyring } = props;
    const serviceQueue = (name: string) =>
      new ServiceQueue(this, name, {
        alarmTopic,
        consumerTimeoutSeconds: DELIVER_TIMEOUT_SECONDS,
        deadLetterImpact:
          'Webhooks were given up: merchants were not told of payments. Redrive after mending (runbook: dead letters).',
      });
    const { queue: deliveries, deadLetters: deliveryLetters } = serviceQueue('Deliveries');
    const { queue: retries, deadLetters: retryLetters } = serviceQueue('DeliveryRetries');
    this.deliveries = deliveries;

    const relay = new ServiceFunction(this, 'Relay', {
      stage,
      alarmTopic,
      handler: 'webhooks/relay',
      errorImpact: 'Payments settle but merchants are told minutes later, by the sweep.',
      environment: { DELIVERIES_QUEUE_URL: deliveries.queueUrl },
      timeoutSeconds: 30,
    }).function;
    deliveries.grantSendMessages(relay);
    // Lambda itself puts what it gave up here, and nothing consumes it.
    const lost = new DeadLetterQueue(this, 'UnrelayedRecords', {
      alarmTopic,
      deadLetterImpact: 'Stream records could not be relayed; the sweep will hand their events over.',
    });
    this.deadLetters = { deliveries: deliveryLetters, retries: retryLetters, relay: lost };
    relay.addEventSource(
      new DynamoEventSource(transactions, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        filters: STREAM_FILTERS.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
        reportBatchItemFailures: true,
        // One poison record must not block its shard for the stream's 24 hours.
        bisectBatchOnError: true,
        retryAttempts: 20,
        maxRecordAge: Duration.hours(12),
        onFailure: new SqsDlq(lost),
      }),
    );

    const deliver = new ServiceFunction(this, 'Deliver', {
      stage,
      alarmTopic,
      handler: 'webhooks/deliver',
      errorImpact: 'Merchants are told late, or not at all, that payments were made.',
      environment: {
        TRANSACTIONS_TABLE: transactions.tableName,
        MERCHANTS_TABLE: merchants.tableName,
        DELIVERIES_QUEUE_URL: deliveries.queueUrl,
        RETRIES_QUEUE_URL: retries.queueUrl,
        KEYRING_SECRET_ID: keyring.secretArn,
      },
      timeoutSeconds: DELIVER_TIMEOUT_SECONDS,
      memoryMb: 1024,
    }).function;
    const reads = ['dynamodb:GetItem', 'dynamodb:BatchGetItem'] as const;
    grantItems(transactions, deliver, ...reads, 'dynamodb:UpdateItem', 'dynamodb:PutItem');
    grantItems(merchants, deliver, ...reads, 'dynamodb:UpdateItem');
    keyring.grantRead(deliver);
    retries.grantSendMessages(deliver);
    // Each its own cap: hanging endpoints exhaust the retries' share, never the first attempts' nor the API's.
    for (const [source, maxConcurrency] of [
      [deliveries, 50],
      [retries, 25],
    ] as const) {
      deliver.addEventSource(
        new SqsEventSource(source, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency }),
      );
    }
    tellUrls(Stack.of(this), {
      DeliveriesQueueUrl: deliveries,
      RetriesQueueUrl: retries,
      DeliveriesDeadLettersUrl: deliveryLetters,
      RetriesDeadLettersUrl: retryLetters,
      UnrelayedRecordsUrl: lost,
    });
  }
}

/** For the operator's commands, which redrive dead letters and resend. */
function tellUrls(stack: Stack, queues: Record<string, Queue>): void {
  for (const [name, { queueUrl }] of Object.entries(queues)) new CfnOutput(stack, name, { value: queueUrl });
}
