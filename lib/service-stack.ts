import { CfnOutput, Duration, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { BankAccount } from '../functions/banking/account.ts';
import { DeliveryPipeline } from './constructs/delivery-pipeline.ts';
import { LimitPlans } from './constructs/limit-plans.ts';
import { PaymentApi } from './constructs/payment-api.ts';
import { ServiceFunction, type ServiceFunctionProps } from './constructs/service-function.ts';
import type { DataStack } from './data-stack.ts';
import { names } from './names.ts';
import { isSimulated, type Stage } from './stages.ts';

export interface ServiceStackProps extends StackProps {
  stage: Stage;
  data: DataStack;
  /** Base URL of the simulated bank; absent where the stage has none. */
  simulatedBankUrl?: string;
}

// The two calls to the bank share 20 s; API Gateway waits for 29.
const BANK_CALL_TIMEOUT_SECONDS = 29;

/** The payment API, the bank's notifications, the delivery of webhooks and the sweep. */
export class ServiceStack extends Stack {
  private readonly topic: Topic;
  private readonly stage: Stage;
  private readonly data: DataStack;
  private readonly bankAccounts: string;

  constructor(scope: Construct, id: string, { stage, data, simulatedBankUrl, ...props }: ServiceStackProps) {
    super(scope, id, props);
    this.stage = stage;
    this.data = data;
    this.bankAccounts = this.toJsonString(bankAccountsOf(stage, data, simulatedBankUrl));
    this.topic = new Topic(this, 'Alarms', { enforceSSL: true });
    if (stage.alarmEmail) this.topic.addSubscription(new EmailSubscription(stage.alarmEmail));

    const { transactions, merchants, rateLimits, keyring } = data;
    const pipeline = new DeliveryPipeline(this, 'Delivery', {
      stage,
      alarmTopic: this.topic,
      transactions,
      merchants,
      keyring,
    });
    const plans = new LimitPlans(this, 'Limit', { stage });

    const authorize = this.function('Authorize', {
      handler: 'gateway/authorize',
      errorImpact: 'Merchants cannot call the API, or the limit per address is not enforced.',
      environment: {
        MERCHANTS_TABLE: merchants.tableName,
        RATE_LIMITS_TABLE: rateLimits.tableName,
        WITHIN_LIMIT_KEY: plans.withinLimitKey,
        OVER_LIMIT_KEY: plans.overLimitKey,
      },
      throwsToAnswer: true,
    });
    grantItems(merchants, authorize, 'dynamodb:GetItem');
    grantItems(rateLimits, authorize, 'dynamodb:UpdateItem');

    const init = this.function('Init', {
      handler: 'payments/init',
      errorImpact: 'Merchants cannot create transactions: their customers cannot pay.',
      environment: { TRANSACTIONS_TABLE: transactions.tableName },
    });
    grantItems(transactions, init, 'dynamodb:PutItem');

    const status = this.function('Status', {
      handler: 'payments/status',
      errorImpact: 'Merchants cannot read the state of transactions.',
      environment: { TRANSACTIONS_TABLE: transactions.tableName },
    });
    // No index is read here.
    grantItems(transactions, status, 'dynamodb:GetItem');

    const mbway = this.bankingFunction('Mbway', {
      handler: 'payments/mbway',
      errorImpact: 'Customers get no MB WAY push.',
      environment: { KEYRING_SECRET_ID: keyring.secretArn },
      timeoutSeconds: BANK_CALL_TIMEOUT_SECONDS,
    });
    keyring.grantRead(mbway);

    const multibanco = this.bankingFunction('Multibanco', {
      handler: 'payments/multibanco',
      errorImpact: 'Customers get no Multibanco reference.',
      timeoutSeconds: BANK_CALL_TIMEOUT_SECONDS,
    });

    const notification = this.bankingFunction('Notification', {
      handler: 'payments/notification',
      errorImpact: 'Payments are recorded late, by the sweep: merchants are told minutes after their customers paid.',
      timeoutSeconds: BANK_CALL_TIMEOUT_SECONDS,
    });

    const sweep = this.bankingFunction('Sweep', {
      handler: 'payments/sweep',
      errorImpact: 'Expired payments stay pending, and lost notifications and webhooks are not recovered.',
      environment: { DELIVERIES_QUEUE_URL: pipeline.deliveries.queueUrl },
      timeoutSeconds: 55,
    });
    transactions.grant(sweep, 'dynamodb:Query');
    pipeline.deliveries.grantSendMessages(sweep);
    new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaTarget(sweep, { retryAttempts: 0 })],
    });

    const notFound = this.function('NotFound', {
      handler: 'gateway/not-found',
      errorImpact: 'Calls to unknown paths get no clear answer.',
      environment: {},
    });

    const { api } = new PaymentApi(this, 'PaymentApi', {
      stage,
      plans,
      authorize,
      notFound,
      notification,
      routes: {
        'POST /payments/init': init,
        'POST /payments/mbway': mbway,
        'POST /payments/multibanco': multibanco,
        'GET /payments/status': status,
      },
    });
    this.addOutputs(api.url);
  }

  private function(id: string, props: Omit<ServiceFunctionProps, 'stage' | 'alarmTopic'>): LambdaFunction {
    return new ServiceFunction(this, id, { ...props, stage: this.stage, alarmTopic: this.topic }).function;
  }

  /** A function that talks to the banks about transactions. */
  private bankingFunction(
    id: string,
    props: Omit<ServiceFunctionProps, 'stage' | 'alarmTopic' | 'environment'> &
      Partial<Pick<ServiceFunctionProps, 'environment'>>,
  ): LambdaFunction {
    const { transactions, bankAccountSecrets } = this.data;
    const granted = this.function(id, {
      ...props,
      environment: {
        TRANSACTIONS_TABLE: transactions.tableName,
        BANK_ACCOUNTS: this.bankAccounts,
        ...props.environment,
      },
    });
    grantItems(transactions, granted, 'dynamodb:GetItem', 'dynamodb:UpdateItem', 'dynamodb:PutItem');
    for (const secret of bankAccountSecrets.values()) secret.grantRead(granted);
    return granted;
  }

  private addOutputs(apiUrl: string): void {
    const { stage, data } = this;
    if (isSimulated(stage)) {
      new Secret(this, 'SimulatorSettings', {
        secretName: names.simulatorSettingsSecret(stage),
        description:
          'Where the simulated bank sends its notifications. Not a secret; read at run time so that the stacks have no cycle.',
        secretStringValue: SecretValue.unsafePlainText(this.toJsonString({ notificationBaseUrl: `${apiUrl}bank` })),
      });
    }
    new CfnOutput(this, 'BaseUrl', { value: `${apiUrl}v1`, description: "The merchants' base URL" });
    new CfnOutput(this, 'TransactionsTable', { value: data.transactions.tableName });
    new CfnOutput(this, 'MerchantsTable', { value: data.merchants.tableName });
    new CfnOutput(this, 'KeyringSecretId', { value: data.keyring.secretName });
    new CfnOutput(this, 'DefaultBankAccount', { value: stage.defaultBankAccount });
  }
}

/** Rights on the table's own items, not on its indexes. */
function grantItems(table: Table, grantee: LambdaFunction, ...actions: string[]): void {
  grantee.addToRolePolicy(new PolicyStatement({ actions, resources: [table.tableArn] }));
}

function bankAccountsOf(stage: Stage, data: DataStack, simulatedBankUrl: string | undefined): BankAccount[] {
  return stage.bankAccounts.map(({ name, provider, baseUrl, minimumCents, referenceDays }) => {
    const secret = data.bankAccountSecrets.get(name);
    const url = baseUrl === 'simulator' ? simulatedBankUrl : baseUrl;
    if (!secret || url === undefined) throw new Error(`bank account ${name}: has no ${secret ? 'URL' : 'secret'}`);
    return { name, provider, baseUrl: url, secretId: secret.secretArn, minimumCents, referenceDays };
  });
}
