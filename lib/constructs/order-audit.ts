import { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { ORDER_AUDIT_FILTERS } from '../../functions/payments/order-audit.ts';
import type { Stage } from '../stages.ts';
import { grantItems } from './grant-items.ts';
import { ServiceFunction } from './service-function.ts';
import { DeadLetterQueue } from './service-queue.ts';

export interface OrderAuditProps {
  stage: Stage;
  alarmTopic: ITopic;
  transactions: Table;
}

/**
 * stream → order-audit: looks for orders that were paid twice (decision D1), beside the payment's road and not on it.
 * The stream's second reader; each of its shards bears two.
 */
export class OrderAudit extends Construct {
  /** For the alarm that counts recorded exceptions. */
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, { stage, alarmTopic, transactions }: OrderAuditProps) {
    super(scope, id);
    const audit = new ServiceFunction(this, 'Audit', {
      stage,
      alarmTopic,
      handler: 'payments/order-audit',
      errorImpact: 'Orders that were paid twice are not found: customers have paid double and nobody knows.',
      environment: { TRANSACTIONS_TABLE: transactions.tableName },
      timeoutSeconds: 60,
    }).function;
    this.logGroup = audit.logGroup;
    grantItems(transactions, audit, 'dynamodb:GetItem', 'dynamodb:PutItem');
    const byOrder = `${transactions.tableArn}/index/byOrder`;
    audit.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources: [byOrder] }));
    // Lambda itself puts what it gave up here, and nothing consumes it.
    const lost = new DeadLetterQueue(this, 'UnauditedRecords', {
      alarmTopic,
      deadLetterImpact:
        'Payments were not looked at for orders paid twice: look at the period with the exceptions command (runbook: order audit).',
    });
    audit.addEventSource(
      new DynamoEventSource(transactions, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 25,
        filters: ORDER_AUDIT_FILTERS.map((pattern) => ({ pattern: JSON.stringify(pattern) })),
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        retryAttempts: 20,
        maxRecordAge: Duration.hours(12),
        onFailure: new SqsDlq(lost),
      }),
    );
  }
}
