import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { daysPartition } from '../../functions/events/tables.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stacks/stages.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { MAX_CALL_SECONDS } from './api/service-api.ts';
import { grantSend } from './grants.ts';
import { grantItems, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

export interface EventFunctionsProps {
  stage: Stage;
  alarms: StageAlarms;
  data: Pick<DataStack, 'transactions' | 'merchants' | 'totals'>;
  deliveries: Queue;
}

/** The functions by which a merchant's program learns what its webhooks missed, and proves that nothing is missing. */
export class EventFunctions extends Construct {
  readonly feed: LambdaFunction;
  readonly resend: LambdaFunction;
  readonly day: LambdaFunction;

  constructor(scope: Construct, id: string, { stage, alarms, data, deliveries }: EventFunctionsProps) {
    super(scope, id);
    const { transactions, merchants, totals } = data;
    const [TRANSACTIONS_TABLE, MERCHANTS_TABLE] = [transactions.tableName, merchants.tableName];
    const create = (name: string, props: Omit<ServiceFunctionProps, 'stage' | 'alarms' | 'hasCaller'>) =>
      new ServiceFunction(this, name, { ...props, stage, alarms, hasCaller: true }).function;

    this.feed = create('Feed', {
      urgency: 'page',
      handler: 'events/feed',
      errorImpact: 'Merchants cannot read the events that they missed.',
      environment: { TRANSACTIONS_TABLE, MERCHANTS_TABLE },
    });
    grantItems(transactions, this.feed, 'dynamodb:BatchGetItem');
    const settled = `${transactions.tableArn}/index/settled`;
    this.feed.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources: [settled] }));

    this.resend = create('Resend', {
      urgency: 'ticket',
      handler: 'events/resend',
      errorImpact: 'Merchants cannot have their events sent again by the API.',
      environment: { TRANSACTIONS_TABLE, MERCHANTS_TABLE, DELIVERIES_QUEUE_URL: deliveries.queueUrl },
      // A hundred events, eight at a time, while the tables are slow.
      timeoutSeconds: MAX_CALL_SECONDS,
    });
    grantItems(transactions, this.resend, 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem');
    grantSend(deliveries, this.resend);

    this.day = create('Day', {
      urgency: 'ticket',
      handler: 'events/day',
      errorImpact: 'Merchants cannot read the digest of a day.',
      environment: { MERCHANTS_TABLE, TOTALS_TABLE: totals.tableName },
    });
    this.day.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:GetItem', 'dynamodb:Query'],
        resources: [totals.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [daysPartition('*')] } },
      }),
    );
    for (const each of [this.feed, this.resend, this.day]) grantItems(merchants, each, 'dynamodb:GetItem');
  }
}
