import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { LambdaIntegration, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { PROVIDER_NAMES, type ProviderName } from '../../functions/banking/account.ts';
import { BASE_PATHS, ROUTES, type Route } from '../../functions/simulator/routes.ts';
import { SIMULATOR_KEY, SIMULATOR_TTL } from '../../functions/simulator/table.ts';
import { QueueAlarms } from '../constructs/alarms/queue-alarms.ts';
import { StageAlarms } from '../constructs/alarms/stage-alarms.ts';
import { orderApiCreations } from '../constructs/api/creation-order.ts';
import { MAX_CALL_SECONDS, ServiceApi } from '../constructs/api/service-api.ts';
import { bankAccountSecrets } from '../constructs/bank-account-secrets.ts';
import { grantSend, grantValue } from '../constructs/grants.ts';
import { grantItems, ServiceFunction, type ServiceFunctionProps } from '../constructs/service-function.ts';
import { consume, DeadLetterQueue, MAX_RECEIVES, PROTECTED, VISIBILITY_TIMEOUTS } from '../constructs/service-queue.ts';
import { ServiceTable } from '../constructs/service-table.ts';
import { names } from './names.ts';
import type { Stage } from './stages.ts';

export interface SimulatorStackProps extends StackProps {
  stage: Stage;
}

const FUNCTIONS: Record<Route['handler'], Pick<ServiceFunctionProps, 'errorImpact' | 'timeoutSeconds' | 'isInLoop'>> = {
  // The slowest answer to a push takes 26 s.
  sibs: { errorImpact: 'The simulated SIBS does not answer.', timeoutSeconds: MAX_CALL_SECONDS },
  ifthenpay: { errorImpact: 'The simulated ifthenpay does not answer.', timeoutSeconds: MAX_CALL_SECONDS },
  control: {
    errorImpact: 'Simulated customers do not act, and testers cannot act for them: test payments stay pending.',
    timeoutSeconds: 20,
    // A message says when it is due, and how often its notification has failed.
    isInLoop: true,
  },
};

/** Each function's rights on the table's items. */
const TABLE_RIGHTS: Record<Route['handler'], readonly string[]> = {
  sibs: ['GetItem', 'PutItem', 'UpdateItem'],
  ifthenpay: ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
  control: ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
};

/**
 * The simulated bank: the providers' wire protocols and the control endpoints on its own API, for every stage except
 * production. The service stack creates its settings secret, which holds the service's address; it is read by name.
 */
export class SimulatorStack extends Stack {
  /** The base URL of the stage's simulated bank accounts, by provider. */
  readonly baseUrls: Record<ProviderName, string>;

  private readonly stage: Stage;
  private readonly alarms: StageAlarms;
  private readonly table: Table;
  private readonly actions: Queue;
  /** Secrets of the simulated accounts, by the account's name. */
  private readonly credentials: Map<string, ISecret>;

  constructor(scope: Construct, id: string, { stage, ...props }: SimulatorStackProps) {
    super(scope, id, props);
    if (stage.production || stage.name === 'prod') {
      throw new Error(`stage ${stage.name}: the simulated bank is not for production`);
    }
    this.stage = stage;
    const simulated = stage.bankAccounts.filter(({ baseUrl }) => baseUrl === 'simulator');
    this.credentials = bankAccountSecrets(this, stage, simulated);
    this.alarms = new StageAlarms(this, 'Alarms', { stage, only: 'ticket' });
    this.table = new ServiceTable(this, 'Table', {
      stage,
      key: SIMULATOR_KEY,
      timeToLiveAttribute: SIMULATOR_TTL,
      disposable: true,
    });
    this.actions = this.actionQueue();
    const api = this.api();
    this.baseUrls = Object.fromEntries(
      PROVIDER_NAMES.map((provider) => [provider, api.urlForPath(BASE_PATHS[provider])]),
    ) as Record<ProviderName, string>;
    new CfnOutput(this, 'SimulatorUrl', { value: api.urlForPath('/').replace(/\/$/, '') });
    new QueueAlarms(this, 'Queues', { topics: this.alarms.topics });
    orderApiCreations(this);
  }

  /** Not a `ServiceQueue`, whose messages must not wait: these wait on purpose. */
  private actionQueue(): Queue {
    return new Queue(this, 'Actions', {
      ...PROTECTED,
      visibilityTimeout: Duration.seconds(VISIBILITY_TIMEOUTS * (FUNCTIONS.control.timeoutSeconds ?? 0)),
      deadLetterQueue: {
        queue: new DeadLetterQueue(this, 'ActionsDead'),
        maxReceiveCount: MAX_RECEIVES,
      },
    });
  }

  private api(): RestApi {
    const handlers = {
      sibs: this.addFunction('sibs'),
      ifthenpay: this.addFunction('ifthenpay'),
      control: this.addFunction('control'),
    };
    // It posts SIBS's notifications, with the key of the account, to the service's address.
    this.grantCredentials('sibs', handlers.control);
    grantValue(Secret.fromSecretNameV2(this, 'Settings', names.simulatorSettingsSecret(this.stage)), handlers.control);
    consume(this.actions, handlers.control, { batchSize: 10, maxConcurrency: 10 });
    const api = new ServiceApi(this, 'Api', {
      stage: this.stage,
      restApiName: names.stack(this.stage, 'simulator'),
      deployOptions: { stageName: 'simulator' },
    });
    for (const { method, path, handler } of ROUTES) {
      api.root
        .resourceForPath(path)
        .addMethod(method, new LambdaIntegration(handlers[handler], { allowTestInvoke: false }));
    }
    return api;
  }

  private addFunction(name: Route['handler']): LambdaFunction {
    const { function: added } = new ServiceFunction(this, `Function-${name}`, {
      ...FUNCTIONS[name],
      stage: this.stage,
      alarms: this.alarms,
      handler: `simulator/${name}`,
      environment: {
        TABLE_NAME: this.table.tableName,
        ACTIONS_QUEUE_URL: this.actions.queueUrl,
        SETTINGS_SECRET_ID: names.simulatorSettingsSecret(this.stage),
        ...this.bankAccounts(),
      },
    });
    grantItems(this.table, added, ...TABLE_RIGHTS[name].map((right) => `dynamodb:${right}` as const));
    grantSend(this.actions, added);
    if (name !== 'control') this.grantCredentials(name, added);
    return added;
  }

  private bankAccounts(): { BANK_ACCOUNTS: string } {
    const providers = new Map(this.stage.bankAccounts.map(({ name, provider }) => [name, provider]));
    const accounts = [...this.credentials].map(([name, { secretName: secretId }]) => ({
      name,
      secretId,
      provider: providers.get(name),
    }));
    return { BANK_ACCOUNTS: this.toJsonString(accounts) };
  }

  /** Grants the credentials of the accounts that the provider's simulation reads. */
  private grantCredentials(provider: ProviderName, grantee: LambdaFunction): void {
    for (const account of this.stage.bankAccounts) {
      const secret = this.credentials.get(account.name);
      if (secret && account.provider === provider) grantValue(secret, grantee);
    }
  }
}
