import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stacks/stages.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { grantItems, grantQuery, ServiceFunction } from './service-function.ts';

export interface EventFunctionsProps {
  stage: Stage;
  alarms: StageAlarms;
  data: Pick<DataStack, 'transactions'>;
}

/** The function by which a merchant's program learns what its webhooks missed. */
export class EventFunctions extends Construct {
  readonly feed: LambdaFunction;

  constructor(scope: Construct, id: string, { stage, alarms, data: { transactions } }: EventFunctionsProps) {
    super(scope, id);
    this.feed = new ServiceFunction(this, 'Feed', {
      stage,
      alarms,
      handler: 'events/feed',
      errorImpact: 'Merchants cannot read the events that they missed.',
      environment: { TRANSACTIONS_TABLE: transactions.tableName },
    }).function;
    grantItems(transactions, this.feed, 'dynamodb:BatchGetItem');
    grantQuery(transactions, this.feed, 'settled');
  }
}
