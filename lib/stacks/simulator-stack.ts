import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { LambdaIntegration, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { PROVIDER_NAMES, type ProviderName } from '../../functions/banking/account.ts';
import { BASE_PATHS, ROUTES, type Route } from '../../functions/simulator/routes.ts';
import { SIMULATOR_INDEXES, SIMULATOR_KEY, SIMULATOR_TTL } from '../../functions/simulator/table.ts';
import { QueueAlarms } from '../constructs/alarms/queue-alarms.ts';
import { StageAlarms } from '../constructs/alarms/stage-alarms.ts';
import { orderApiCreations } from '../constructs/api/creation-order.ts';
import { MAX_CALL_SECONDS, ServiceApi } from '../constructs/api/service-api.ts';
import { bankAccountSecrets } from '../constructs/bank-account-secrets.ts';
import { grantSend, grantValue } from '../constructs/grants.ts';
import { callEvery, grantItems, ServiceFunction, type ServiceFunctionProps } from '../constructs/service-function.ts';
import { consume, DeadLetterQueue, PROTECTED } from '../constructs/service-queue.ts';
import { ServiceTable } from '../constructs/service-table.ts';
import { names } from './names.ts';
import type { Stage } from './stages.ts';

export interface SimulatorStackProps extends StackProps {
  stage: Stage;
}

const ACT_TIMEOUT_S = 20;

/** The trouble `lost-answer` answers after `SILENCE_MS`. */
const SILENT_TIMEOUT_S = MAX_CALL_SECONDS;

/** Less than the time for which `due.ts` claims an action. */
const DUE_TIMEOUT_S = 30;

type FunctionName = Route['handler'] | 'act' | 'due';

/** Each function's rights on the table's items. TransactWriteItems needs the rights of the writes in it. */
const TABLE_RIGHTS: Record<FunctionName, readonly string[]> = {
  // Each call to the bank reads the current trouble, and counts down its calls.
  checkout: ['GetItem', 'PutItem', 'UpdateItem'],
  purchase: ['GetItem', 'PutItem', 'UpdateItem'],
  reference: ['GetItem', 'PutItem', 'UpdateItem'],
  inquiry: ['GetItem', 'UpdateItem'],
  ifthenpay: ['GetItem', 'PutItem', 'Query', 'UpdateItem'],
  control: ['GetItem', 'Query', 'UpdateItem'],
  // Actions due later than a queue can delay are stored in the table.
  act: ['GetItem', 'PutItem', 'UpdateItem'],
  due: ['DeleteItem', 'UpdateItem'],
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
      indexes: SIMULATOR_INDEXES,
      timeToLiveAttribute: SIMULATOR_TTL,
      disposable: true,
    });
    this.actions = this.actionQueue();
    this.consumeActions();
    this.queueDueActions();
    const api = this.api();
    this.baseUrls = Object.fromEntries(
      PROVIDER_NAMES.map((provider) => [provider, api.urlForPath(BASE_PATHS[provider])]),
    ) as Record<ProviderName, string>;
    // For jumps of the local clock, which query the next due action (`lib/startup/first-due.ts`).
    new CfnOutput(this, 'SimulatorTable', { value: this.table.tableName });
    new CfnOutput(this, 'SimulatorUrl', { value: api.urlForPath('/').replace(/\/$/, '') });
    new QueueAlarms(this, 'Queues', { topics: this.alarms.topics });
    orderApiCreations(this);
  }

  private actionQueue(): Queue {
    return new Queue(this, 'Actions', {
      ...PROTECTED,
      visibilityTimeout: Duration.seconds(6 * ACT_TIMEOUT_S),
      deadLetterQueue: {
        queue: new DeadLetterQueue(this, 'ActionsDead'),
        maxReceiveCount: 5,
      },
    });
  }

  private consumeActions(): void {
    const settings = Secret.fromSecretNameV2(this, 'Settings', names.simulatorSettingsSecret(this.stage));
    const act = this.addFunction('act', {
      errorImpact: 'Simulated customers do not act: test payments stay pending.',
      environment: {
        SETTINGS_SECRET_ID: names.simulatorSettingsSecret(this.stage),
        ACTIONS_QUEUE_URL: this.actions.queueUrl,
        ...this.bankAccounts(),
      },
      timeoutSeconds: ACT_TIMEOUT_S,
      // A notification's failures are counted, and its provider gives it up (`notify/notification-schedule.ts`).
      isInLoop: true,
    });
    grantValue(settings, act);
    // A notification that was not acknowledged is queued for a retry.
    grantSend(this.actions, act);
    this.grantCredentials('sibs', act);
    consume(this.actions, act, { batchSize: 10, maxConcurrency: 10 });
  }

  private queueDueActions(): void {
    const due = this.addFunction('due', {
      errorImpact: 'What simulated customers do hours or days later does not happen.',
      environment: { ACTIONS_QUEUE_URL: this.actions.queueUrl },
      timeoutSeconds: DUE_TIMEOUT_S,
    });
    const dueIndex = `${this.table.tableArn}/index/due`;
    due.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources: [dueIndex] }));
    grantSend(this.actions, due);
    callEvery(this, 'EveryMinute', Duration.minutes(1), due);
  }

  private api(): RestApi {
    const handlers = this.webFunctions();
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

  private webFunctions() {
    const queue = { ACTIONS_QUEUE_URL: this.actions.queueUrl };
    const handlers = {
      checkout: this.addFunction('checkout', {
        errorImpact: 'The simulated bank registers no payments.',
        environment: this.bankAccounts(),
        timeoutSeconds: SILENT_TIMEOUT_S,
      }),
      purchase: this.addFunction('purchase', {
        errorImpact: 'The simulated bank sends no pushes.',
        environment: { ...queue, ...this.bankAccounts() },
        timeoutSeconds: SILENT_TIMEOUT_S,
      }),
      reference: this.addFunction('reference', {
        errorImpact: 'The simulated bank issues no references.',
        environment: { ...queue, ...this.bankAccounts() },
        timeoutSeconds: SILENT_TIMEOUT_S,
      }),
      inquiry: this.addFunction('inquiry', {
        errorImpact: 'The simulated bank does not answer status inquiries.',
        environment: this.bankAccounts(),
        timeoutSeconds: SILENT_TIMEOUT_S,
      }),
      ifthenpay: this.addFunction('ifthenpay', {
        errorImpact: 'The simulated ifthenpay does not answer.',
        environment: { ...queue, ...this.bankAccounts() },
        timeoutSeconds: SILENT_TIMEOUT_S,
      }),
      control: this.addFunction('control', {
        errorImpact: 'Testers cannot approve, reject or pay at the simulated bank.',
        environment: queue,
      }),
    };
    const { checkout, purchase, reference, inquiry, ifthenpay, control } = handlers;
    for (const handler of [checkout, purchase, reference, inquiry]) this.grantCredentials('sibs', handler);
    this.grantCredentials('ifthenpay', ifthenpay);
    for (const handler of [purchase, reference, ifthenpay, control]) grantSend(this.actions, handler);
    return handlers;
  }

  private addFunction(
    name: FunctionName,
    props: Pick<ServiceFunctionProps, 'errorImpact' | 'environment' | 'timeoutSeconds' | 'isInLoop'>,
  ): LambdaFunction {
    const { function: added } = new ServiceFunction(this, `Function-${name}`, {
      ...props,
      stage: this.stage,
      alarms: this.alarms,
      handler: `simulator/${name}`,
      environment: { TABLE_NAME: this.table.tableName, ...props.environment },
    });
    grantItems(this.table, added, ...TABLE_RIGHTS[name].map((right) => `dynamodb:${right}` as const));
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
