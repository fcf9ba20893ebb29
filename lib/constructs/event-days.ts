import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { daysPartition } from '../../functions/events/tables.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stacks/stages.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { grantItems, ServiceFunction } from './service-function.ts';

export interface EventDaysProps {
  stage: Stage;
  alarms: StageAlarms;
  data: Pick<DataStack, 'totals' | 'merchants'>;
}

/** The endpoint that answers the digests of a merchant's days, which the nightly audit's function stores. */
export class EventDays extends Construct {
  readonly day: LambdaFunction;

  constructor(scope: Construct, id: string, { stage, alarms, data }: EventDaysProps) {
    super(scope, id);
    const { totals, merchants } = data;
    this.day = new ServiceFunction(this, 'Day', {
      stage,
      alarms,
      urgency: 'ticket',
      handler: 'events/day',
      errorImpact: 'Merchants cannot read the digest of a day.',
      environment: { MERCHANTS_TABLE: merchants.tableName, TOTALS_TABLE: totals.tableName },
      hasCaller: true,
    }).function;
    grantItems(merchants, this.day, 'dynamodb:GetItem');
    this.day.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:GetItem', 'dynamodb:Query'],
        resources: [totals.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [daysPartition('*')] } },
      }),
    );
  }
}
