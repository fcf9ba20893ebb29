import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DataStack } from '../stacks/data-stack.ts';
import { isPolled, type Stage } from '../stacks/stages.ts';
import { BankAlarms } from './alarms/bank-alarms.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { SweepAlarms } from './alarms/sweep-alarms.ts';
import { MAX_CALL_SECONDS } from './api/service-api.ts';
import { bankAccountSecrets } from './bank-account-secrets.ts';
import { BankPolls } from './bank-polls.ts';
import { reserveOf } from './concurrency.ts';
import { grantSend, grantValue } from './grants.ts';
import { callEvery, grantItems, grantQuery, ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

export interface BankingFunctionsProps {
  stage: Stage;
  alarms: StageAlarms;
  data: DataStack;
  deliveries: Queue;
  /** JSON of the stage's bank accounts (`functions/banking/account.ts`). */
  bankAccounts: string;
}

type OwnProps = Pick<ServiceFunctionProps, 'handler' | 'errorImpact' | 'errorLines' | 'timeoutSeconds' | 'isInLoop'> & {
  environment?: Record<string, string>;
};

// The calls of a start end before (`START_TIMEOUT_MS` of each provider).
const BANK_CALL_TIMEOUT_SECONDS = MAX_CALL_SECONDS;

/**
 * The functions that call the banks about transactions: two start payments, one receives notifications, one sweeps,
 * and one polls live pushes where a provider needs it.
 */
export class BankingFunctions extends Construct {
  readonly mbway: LambdaFunction;
  readonly multibanco: LambdaFunction;
  readonly notification: LambdaFunction;
  readonly bankAlarms: BankAlarms;
  readonly logGroups: ILogGroup[];
  /** Of the bank accounts, by the account's name. */
  readonly credentials: Map<string, ISecret>;

  constructor(scope: Construct, id: string, props: BankingFunctionsProps) {
    super(scope, id);
    const { stage, alarms, data, deliveries } = props;
    this.credentials = bankAccountSecrets(this, props.stage);
    this.mbway = this.add('Mbway', props, {
      handler: 'payments/mbway',
      errorImpact: 'Customers get no MB WAY push.',
      environment: { KEYRING_SECRET_ID: data.keyring.secretArn },
    });
    grantValue(data.keyring, this.mbway);
    this.multibanco = this.add('Multibanco', props, {
      handler: 'payments/multibanco',
      errorImpact: 'Customers get no Multibanco reference.',
    });
    this.notification = this.add('Notification', props, {
      handler: 'payments/notification',
      errorImpact:
        'Payments are recorded late, by the sweep: merchants are notified minutes after their customers paid.',
    });
    // Less than the amount, on record under a name: corrected to the payment, it is no other money any more.
    grantItems(data.transactions, this.notification, 'dynamodb:DeleteItem');
    const sweep = this.add('Sweep', props, {
      handler: 'payments/sweep',
      errorLines: 'page',
      errorImpact: 'Expired payments stay pending, and lost notifications and webhooks are not recovered.',
      environment: { DELIVERIES_QUEUE_URL: deliveries.queueUrl },
      timeoutSeconds: 55,
    });
    grantQuery(data.transactions, sweep, 'due');
    grantSend(deliveries, sweep);
    callEvery(this, 'EveryMinute', Duration.minutes(1), sweep);
    new SweepAlarms(this, 'SweepAges', { topics: alarms.topics, sweep: sweep.logGroup });
    const starts = [this.mbway, this.multibanco];
    const inquirers = isPolled(stage) ? [sweep, this.poll(props)] : [sweep];
    const { topics } = alarms;
    this.logGroups = [...starts, this.notification, ...inquirers].map(({ logGroup }) => logGroup);
    this.bankAlarms = new BankAlarms(this, 'Banks', { topics, starts, notification: this.notification, inquirers });
  }

  private poll(props: BankingFunctionsProps): LambdaFunction {
    const poll = this.add('Poll', props, {
      handler: 'payments/poll',
      errorImpact: 'Rejected pushes are detected minutes later, by the sweep: merchants wait, nothing is lost.',
      // The push's record has the end of its window, after which none is polled (`functions/payments/settle/poll.ts`).
      isInLoop: true,
    });
    const pollTimeoutSeconds = BANK_CALL_TIMEOUT_SECONDS;
    new BankPolls(this, 'Polls', { mbway: this.mbway, poll, pollTimeoutSeconds });
    return poll;
  }

  private add(
    id: string,
    { stage, alarms, data, bankAccounts }: BankingFunctionsProps,
    { environment, ...own }: OwnProps,
  ): LambdaFunction {
    const { function: added } = new ServiceFunction(this, id, {
      stage,
      alarms,
      timeoutSeconds: BANK_CALL_TIMEOUT_SECONDS,
      reservedConcurrency: reserveOf(stage, own.handler),
      ...own,
      environment: {
        TRANSACTIONS_TABLE: data.transactions.tableName,
        BANK_ACCOUNTS: bankAccounts,
        ...environment,
      },
    });
    // Query reads a transaction's recorded exceptions and refunds.
    const rights = ['dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:PutItem', 'dynamodb:Query'] as const;
    grantItems(data.transactions, added, ...rights);
    for (const secret of this.credentials.values()) grantValue(secret, added);
    return added;
  }
}
