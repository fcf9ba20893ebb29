import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type Function as LambdaFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { BOOKS_FILTERS } from '../../functions/finance/totals/books.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stacks/stages.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { STREAM_RECORD_HOURS } from './delivery-pipeline.ts';
import { grantItems, ServiceFunction } from './service-function.ts';
import { consume, ServiceQueue } from './service-queue.ts';

export interface BooksProps {
  stage: Stage;
  alarms: StageAlarms;
  data: Pick<DataStack, 'transactions' | 'totals'>;
}

// A message that fails is received again after `VISIBILITY_TIMEOUTS` as long.
export const REPAIR_TIMEOUT_SECONDS = 300;

/**
 * stream → books: counts the totals and finds orders that were paid twice (decision D1), outside the path of a payment.
 * It is the stream's second consumer; DynamoDB supports two for each shard. For records that it gave up, Lambda queues
 * a failure message. From it the repair reads the records again, counts what was not counted and repeats the audit of
 * their orders.
 */
export class Books extends Construct {
  /** For the alarm that counts recorded exceptions. */
  readonly logGroups: ILogGroup[];

  constructor(scope: Construct, id: string, { stage, alarms, data: { transactions, totals } }: BooksProps) {
    super(scope, id);
    const books = new ServiceFunction(this, 'Books', {
      stage,
      alarms,
      handler: 'finance/books',
      errorImpact: 'Totals fall behind, and orders that were paid twice are not found.',
      environment: { TRANSACTIONS_TABLE: transactions.tableName, TOTALS_TABLE: totals.tableName },
      timeoutSeconds: 60,
    }).function;
    grantItems(transactions, books, 'dynamodb:GetItem', 'dynamodb:PutItem');
    // TransactWriteItems needs the rights of the writes in it.
    grantItems(totals, books, 'dynamodb:PutItem', 'dynamodb:UpdateItem');
    const byOrder = `${transactions.tableArn}/index/byOrder`;
    books.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources: [byOrder] }));
    const { queue: lost } = new ServiceQueue(this, 'UnbookedRecords', {
      consumerTimeoutSeconds: REPAIR_TIMEOUT_SECONDS,
    });
    books.addEventSource(
      new DynamoEventSource(transactions, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        // Totals can wait: a batch updates each counter once.
        maxBatchingWindow: Duration.seconds(2),
        filters: BOOKS_FILTERS.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        retryAttempts: 20,
        maxRecordAge: Duration.hours(STREAM_RECORD_HOURS),
        onFailure: new SqsDlq(lost),
      }),
    );
    const repair = this.repair({ stage, alarms, data: { transactions, totals } });
    consume(lost, repair, { batchSize: 1, maxConcurrency: 2 });
    this.logGroups = [books.logGroup, repair.logGroup];
  }

  private repair({ stage, alarms, data: { transactions, totals } }: BooksProps): LambdaFunction {
    const { function: repair } = new ServiceFunction(this, 'Repair', {
      stage,
      alarms,
      handler: 'finance/books-repair',
      errorImpact:
        'Payments missing in the totals are not added, and their orders are not audited: retried in half an hour.',
      environment: { TRANSACTIONS_TABLE: transactions.tableName, TOTALS_TABLE: totals.tableName },
      timeoutSeconds: REPAIR_TIMEOUT_SECONDS,
    });
    grantItems(transactions, repair, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:PutItem');
    grantItems(totals, repair, 'dynamodb:PutItem', 'dynamodb:UpdateItem');
    const byOrder = `${transactions.tableArn}/index/byOrder`;
    repair.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources: [byOrder] }));
    const actions = ['dynamodb:GetShardIterator', 'dynamodb:GetRecords'];
    repair.addToRolePolicy(new PolicyStatement({ actions, resources: [transactions.tableStreamArn ?? ''] }));
    return repair;
  }
}
