import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DEADLINE_MS } from '../../functions/webhooks/plan.ts';
import { STREAM_FILTERS } from '../../functions/webhooks/relay/relay.ts';
import type { Stage } from '../stacks/stages.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { grantSend, grantValue } from './grants.ts';
import { grantItems, grantWrites, ServiceFunction } from './service-function.ts';
import { consume, DeadLetterQueue, ServiceQueue } from './service-queue.ts';

export interface DeliveryPipelineProps {
  stage: Stage;
  alarms: StageAlarms;
  transactions: Table;
  merchants: Table;
  keyring: Secret;
}

/** Lambda gives up a record of the stream that its consumer could not process for this long. */
export const STREAM_RECORD_HOURS = 12;

// Two attempts with the short delay between them, and room for the records.
export const DELIVER_TIMEOUT_SECONDS = 2 * (DEADLINE_MS / 1_000) + 14;

// Lambda accepts no less for a queue.
const MIN_CONCURRENCY = 2;

/** stream → relay → deliveries and delivery-retries → deliver (§6.4). */
export class DeliveryPipeline extends Construct {
  readonly deliveries: Queue;

  constructor(scope: Construct, id: string, props: DeliveryPipelineProps) {
    super(scope, id);
    const { stage, alarms, transactions, merchants, keyring } = props;
    const serviceQueue = (name: string) =>
      new ServiceQueue(this, name, { consumerTimeoutSeconds: DELIVER_TIMEOUT_SECONDS });
    const { queue: deliveries } = serviceQueue('Deliveries');
    const { queue: retries } = serviceQueue('DeliveryRetries');
    this.deliveries = deliveries;

    const relay = new ServiceFunction(this, 'Relay', {
      stage,
      alarms,
      handler: 'webhooks/relay',
      errorImpact: 'Payments settle, but merchants are notified minutes later, by the sweep.',
      environment: { DELIVERIES_QUEUE_URL: deliveries.queueUrl },
      timeoutSeconds: 30,
    }).function;
    grantSend(deliveries, relay);
    // Lambda sends a message here for the records that it gave up. Nothing consumes this queue.
    const lost = new DeadLetterQueue(this, 'UnrelayedRecords');
    relay.addEventSource(
      new DynamoEventSource(transactions, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        filters: STREAM_FILTERS.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
        reportBatchItemFailures: true,
        // One failing record must not block its shard for the stream's 24 hours.
        bisectBatchOnError: true,
        retryAttempts: 20,
        maxRecordAge: Duration.hours(STREAM_RECORD_HOURS),
        onFailure: new SqsDlq(lost),
      }),
    );

    const deliver = new ServiceFunction(this, 'Deliver', {
      stage,
      alarms,
      handler: 'webhooks/deliver',
      errorImpact: 'Merchants are notified of payments late, or not at all.',
      environment: {
        TRANSACTIONS_TABLE: transactions.tableName,
        MERCHANTS_TABLE: merchants.tableName,
        RETRIES_QUEUE_URL: retries.queueUrl,
        KEYRING_SECRET_ID: keyring.secretArn,
      },
      timeoutSeconds: DELIVER_TIMEOUT_SECONDS,
      memoryMb: 1024,
      // The delivery's record counts its attempts (`functions/webhooks/plan.ts`).
      isInLoop: true,
    }).function;
    grantItems(transactions, deliver, 'dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:PutItem');
    grantItems(merchants, deliver, 'dynamodb:GetItem');
    grantWrites(merchants, deliver, { UpdateItem: ['merchant#*'] });
    grantValue(keyring, deliver);
    grantSend(retries, deliver);
    // Separate limits: slow endpoints can use up the concurrency of retries, but not that of first attempts or of the
    // API, which has half (`concurrency.ts`).
    const share = (tenths: number) => Math.max(MIN_CONCURRENCY, Math.floor((tenths * stage.accountConcurrency) / 10));
    consume(deliveries, deliver, { batchSize: 10, maxConcurrency: share(1) });
    consume(retries, deliver, { batchSize: 10, maxConcurrency: share(2) });
    // For the operator's commands, which resend.
    new CfnOutput(Stack.of(this), 'DeliveriesQueueUrl', { value: deliveries.queueUrl });
  }
}
