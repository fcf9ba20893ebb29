import { CfnOutput, Duration, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { BankAccount, ProviderName } from '../../functions/banking/account.ts';
import { MoneyAlarm } from '../constructs/alarms/money-alarm.ts';
import { QueueAlarms } from '../constructs/alarms/queue-alarms.ts';
import { ServiceAlarm } from '../constructs/alarms/service-alarm.ts';
import { SilenceAlarms } from '../constructs/alarms/silence-alarms.ts';
import { StageAlarms } from '../constructs/alarms/stage-alarms.ts';
import { ApiDomain } from '../constructs/api/api-domain.ts';
import { orderApiCreations } from '../constructs/api/creation-order.ts';
import { LimitPlans } from '../constructs/api/limit-plans.ts';
import { PaymentApi } from '../constructs/api/payment-api.ts';
import { BankingFunctions } from '../constructs/banking-functions.ts';
import { DeliveryPipeline } from '../constructs/delivery-pipeline.ts';
import { EventFunctions } from '../constructs/event-functions.ts';
import { Night } from '../constructs/night.ts';
import { SavedQueries } from '../constructs/saved-queries.ts';
import { grantItems, ServiceFunction, type ServiceFunctionProps } from '../constructs/service-function.ts';
import type { DataStack } from './data-stack.ts';
import { names } from './names.ts';
import { isSimulated, type Stage } from './stages.ts';

export interface ServiceStackProps extends StackProps {
  stage: Stage;
  data: DataStack;
  /** Base URLs of the simulated bank by provider; absent where the stage has none. */
  simulatedBankUrls?: Record<ProviderName, string>;
}

/** The payment API, the bank's notifications, the delivery of webhooks and the sweep. */
export class ServiceStack extends Stack {
  readonly alarms: StageAlarms;
  /** The merchants' base URL. */
  readonly baseUrl: string;
  /** ARN of the deployed stage of the merchants' API. */
  readonly apiStageArn: string;
  readonly deliveries: Queue;
  /** JSON of the stage's bank accounts (`functions/banking/account.ts`). */
  private readonly stage: Stage;
  private readonly data: DataStack;

  constructor(scope: Construct, id: string, { stage, data, simulatedBankUrls, ...props }: ServiceStackProps) {
    super(scope, id, props);
    this.stage = stage;
    this.data = data;
    this.alarms = new StageAlarms(this, 'Alarms', { stage });
    const { alarms } = this;

    const { deliveries } = new DeliveryPipeline(this, 'Delivery', {
      stage,
      alarms,
      transactions: data.transactions,
      merchants: data.merchants,
      keyring: data.keyring,
    });
    this.deliveries = deliveries;
    const bankAccounts = this.toJsonString(bankAccountsOf(stage, simulatedBankUrls));
    const banking = new BankingFunctions(this, 'Banking', { stage, alarms, data, deliveries, bankAccounts });
    const { credentials } = banking;
    const common = { stage, alarms, data, deliveries };
    const { logGroup: nightLog } = new Night(this, 'Night', { ...common, bankAccounts, credentials });
    const logGroups = [...banking.logGroups, nightLog];
    new MoneyAlarm(this, 'Money', { topics: alarms.topics, logGroups, night: nightLog });
    const events = new EventFunctions(this, 'Events', { stage, alarms, data });
    const plans = new LimitPlans(this, 'Limit', { stage });
    const { api } = new PaymentApi(this, 'PaymentApi', {
      stage,
      plans,
      authorize: this.authorizeFunction(plans),
      notFound: this.function('NotFound', {
        handler: 'gateway/not-found',
        errorImpact: 'Calls to unknown paths get no clear answer.',
        environment: {},
      }),
      notification: banking.notification,
      routes: {
        'POST /payments/init': this.initFunction(),
        'POST /payments/mbway': banking.mbway,
        'POST /payments/multibanco': banking.multibanco,
        'GET /payments/status': this.statusFunction(),
        'GET /events': events.feed,
      },
    });
    // The dashboard's stack may import both, or neither: with their exports gone, `deploy --all` could not change that.
    for (const value of [api.restApiId, api.deploymentStage.stageName]) this.exportValue(value);
    this.apiStageArn = api.deploymentStage.stageArn;
    const { apiDomain } = stage;
    if (apiDomain) new ApiDomain(this, 'Domain', { domain: apiDomain, api, basePath: 'api' });
    this.baseUrl = apiDomain ? `https://${apiDomain.name}/api/v1` : `${api.url}v1`;
    new ServiceAlarm(this, 'ServerErrors', {
      topics: alarms.topics,
      urgency: 'page',
      metric: banking.bankAlarms.ownFaults(api.metricServerError({ statistic: 'Sum', period: Duration.minutes(1) })),
      // The two metrics arrive at different times, so that one minute alone may have an answer and not its line. A
      // quarter of an hour, because with few calls a fault may be one every few minutes.
      evaluationPeriods: 15,
      datapointsToAlarm: 3,
      impact:
        'Calls of merchants or notifications of a bank are answered 500 by a fault of ours (runbook: server errors).',
    });
    new SilenceAlarms(this, 'Silence', { stage, topics: alarms.topics });
    new QueueAlarms(this, 'Queues', { topics: alarms.topics });
    new SavedQueries(this, 'Queries', { stage, of: 'service' });
    this.addOutputs(api);
    // For the commands that query a bank. It contains the names of the secrets, not their values.
    new CfnOutput(this, 'BankAccounts', { value: bankAccounts });
    orderApiCreations(this);
  }

  private authorizeFunction({ withinLimitKey, overLimitKey }: LimitPlans): LambdaFunction {
    const { merchants, rateLimits } = this.data;
    const authorize = this.function('Authorize', {
      handler: 'gateway/authorize',
      errorImpact: 'Merchants cannot call the API, or the limit per address is not enforced.',
      errorLines: 'page',
      environment: {
        MERCHANTS_TABLE: merchants.tableName,
        RATE_LIMITS_TABLE: rateLimits.tableName,
        WITHIN_LIMIT_KEY: withinLimitKey,
        OVER_LIMIT_KEY: overLimitKey,
      },
    });
    grantItems(merchants, authorize, 'dynamodb:GetItem');
    grantItems(rateLimits, authorize, 'dynamodb:UpdateItem');
    return authorize;
  }

  private initFunction(): LambdaFunction {
    const { transactions } = this.data;
    const init = this.function('Init', {
      handler: 'payments/init',
      errorImpact: 'Merchants cannot create transactions: their customers cannot pay.',
      environment: { TRANSACTIONS_TABLE: transactions.tableName },
    });
    grantItems(transactions, init, 'dynamodb:PutItem');
    return init;
  }

  private statusFunction(): LambdaFunction {
    const { transactions } = this.data;
    const status = this.function('Status', {
      handler: 'payments/status',
      errorImpact: 'Merchants cannot read the state of transactions.',
      environment: { TRANSACTIONS_TABLE: transactions.tableName },
    });
    grantItems(transactions, status, 'dynamodb:GetItem');
    return status;
  }

  /** One that the API calls. */
  private function(
    id: string,
    props: Pick<ServiceFunctionProps, 'handler' | 'errorImpact' | 'errorLines' | 'environment'>,
  ): LambdaFunction {
    const { stage, alarms } = this;
    return new ServiceFunction(this, id, { ...props, stage, alarms }).function;
  }

  /** Outputs for merchants and the operator's commands, and the settings of the simulated bank. */
  private addOutputs({ url }: RestApi): void {
    const { stage, data } = this;
    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl, description: "The merchants' base URL" });
    const { page, ticket } = this.alarms.topics;
    new CfnOutput(this, 'PageTopic', { value: page.topicArn, description: 'Alarms on which a person acts at once' });
    new CfnOutput(this, 'TicketTopic', { value: ticket.topicArn, description: 'Alarms for the next working day' });
    new CfnOutput(this, 'TransactionsTable', { value: data.transactions.tableName });
    new CfnOutput(this, 'MerchantsTable', { value: data.merchants.tableName });
    new CfnOutput(this, 'RateLimitsTable', { value: data.rateLimits.tableName });
    new CfnOutput(this, 'KeyringSecretId', { value: data.keyring.secretArn });
    new CfnOutput(this, 'DefaultBankAccount', { value: stage.defaultBankAccount });
    if (!isSimulated(stage)) return;
    new Secret(this, 'SimulatorSettings', {
      secretName: names.simulatorSettingsSecret(stage),
      description:
        'Where the simulated bank sends notifications: no secret, but read at run time so that stacks have no cycle.',
      secretStringValue: SecretValue.unsafePlainText(this.toJsonString({ notificationBaseUrl: `${url}bank` })),
    });
  }
}

function bankAccountsOf(stage: Stage, simulatedBankUrls: Record<ProviderName, string> | undefined): BankAccount[] {
  return stage.bankAccounts.map(({ name, provider, baseUrl, ...settings }) => {
    const url = baseUrl === 'simulator' ? simulatedBankUrls?.[provider] : baseUrl;
    if (url === undefined) throw new Error(`bank account ${name}: has no URL`);
    const secretId = names.bankAccountSecret(stage, name);
    return { name, provider, baseUrl: url, secretId, ...settings };
  });
}
