import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stacks/stages.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { grantSend, grantValue } from './grants.ts';
import { callEvery, grantItems, grantQuery, grantWrites, ServiceFunction } from './service-function.ts';

export interface NightProps {
  stage: Stage;
  alarms: StageAlarms;
  data: Pick<DataStack, 'transactions' | 'merchants'>;
  deliveries: Queue;
  /** JSON of the stage's bank accounts (`functions/banking/account.ts`). */
  bankAccounts: string;
  /** Of the bank accounts, by the account's name. */
  credentials: ReadonlyMap<string, ISecret>;
}

export const NIGHT_EVERY_MINUTES = 5;

/**
 * Compares the last days of each bank account with the provider's list, and records what is missing. The schedule calls
 * it all day: it begins after midnight, continues where a run ended, and takes the days that a person marks. In the
 * morning it sends the mails about the day before, and every hour it resends for merchants that want it.
 */
export class Night extends Construct {
  readonly logGroup: ILogGroup;

  constructor(
    scope: Construct,
    id: string,
    { stage, alarms, data, deliveries, bankAccounts, credentials }: NightProps,
  ) {
    super(scope, id);
    const { transactions, merchants } = data;
    const { function: night } = new ServiceFunction(this, 'Night', {
      stage,
      alarms,
      handler: 'finance/night',
      errorImpact:
        'Days are not compared with the bank: money that no notification reported stays unknown. Or a morning mail or an ' +
        'hourly resend was not sent.',
      environment: {
        TRANSACTIONS_TABLE: transactions.tableName,
        MERCHANTS_TABLE: merchants.tableName,
        BANK_ACCOUNTS: bankAccounts,
        DELIVERIES_QUEUE_URL: deliveries.queueUrl,
        ...mailEnvironment(stage),
      },
      timeoutSeconds: 55,
    });
    // What the lists have and we lack is recorded as a notification would be.
    const reads = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'] as const;
    grantItems(transactions, night, ...reads, 'dynamodb:PutItem', 'dynamodb:UpdateItem');
    grantQuery(transactions, night, 'byOrder', 'paid');
    grantQuery(merchants, night, 'byStatus');
    // The hourly resend, and what the mail records too.
    grantQuery(transactions, night, 'undeliveredByMerchant');
    grantQuery(merchants, night, 'hourlyResend');
    grantItems(merchants, night, 'dynamodb:GetItem', 'dynamodb:BatchGetItem');
    grantWrites(merchants, night, { UpdateItem: ['merchant#*'] });
    grantSend(deliveries, night);
    if (stage.senderEmail !== undefined) this.grantMail(stage.senderEmail, data, night);
    for (const secret of credentials.values()) grantValue(secret, night);
    callEvery(this, 'EveryFiveMinutes', Duration.minutes(NIGHT_EVERY_MINUTES), night);
    this.logGroup = night.logGroup;
  }

  /** What the morning mail reads and sends. */
  private grantMail(senderEmail: string, { transactions }: NightProps['data'], night: LambdaFunction): void {
    grantQuery(transactions, night, 'undelivered', 'exceptions');
    // The identity in SES is the address or its domain.
    const resources = [Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName: '*' })];
    const conditions = { StringEquals: { 'ses:FromAddress': senderEmail } };
    night.addToRolePolicy(new PolicyStatement({ actions: ['ses:SendEmail'], resources, conditions }));
  }
}

function mailEnvironment({ senderEmail, alarmEmail, dashboardDomain }: Stage): Record<string, string> {
  if (senderEmail === undefined) return {};
  return {
    SENDER_EMAIL: senderEmail,
    ...(alarmEmail !== undefined && { ALARM_EMAIL: alarmEmail }),
    ...(dashboardDomain && { PAGE_URL: `https://${dashboardDomain.name}/dashboard` }),
  };
}
