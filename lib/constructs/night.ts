import { Duration } from 'aws-cdk-lib';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stacks/stages.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { grantValue } from './grants.ts';
import { callEvery, grantItems, grantQuery, ServiceFunction } from './service-function.ts';

export interface NightProps {
  stage: Stage;
  alarms: StageAlarms;
  data: Pick<DataStack, 'transactions' | 'merchants'>;
  /** JSON of the stage's bank accounts (`functions/banking/account.ts`). */
  bankAccounts: string;
  /** Of the bank accounts, by the account's name. */
  credentials: ReadonlyMap<string, ISecret>;
}

export const NIGHT_EVERY_MINUTES = 5;

/**
 * Compares the last days of each bank account with the provider's list, and records what is missing. The schedule calls
 * it all day: it begins after midnight, continues where a run ended, and takes the days that a person marks.
 */
export class Night extends Construct {
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, { stage, alarms, data, bankAccounts, credentials }: NightProps) {
    super(scope, id);
    const { transactions, merchants } = data;
    const { function: night } = new ServiceFunction(this, 'Night', {
      stage,
      alarms,
      handler: 'finance/night',
      errorImpact: 'Days are not compared with the bank: money that no notification reported stays unknown.',
      environment: {
        TRANSACTIONS_TABLE: transactions.tableName,
        MERCHANTS_TABLE: merchants.tableName,
        BANK_ACCOUNTS: bankAccounts,
      },
      timeoutSeconds: 55,
    });
    // What the lists have and we lack is recorded as a notification would be.
    const reads = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'] as const;
    grantItems(transactions, night, ...reads, 'dynamodb:PutItem', 'dynamodb:UpdateItem');
    grantQuery(transactions, night, 'byOrder', 'paid');
    grantQuery(merchants, night, 'byStatus');
    for (const secret of credentials.values()) grantValue(secret, night);
    callEvery(this, 'EveryFiveMinutes', Duration.minutes(NIGHT_EVERY_MINUTES), night);
    this.logGroup = night.logGroup;
  }
}
