import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { DataStack } from '../../stacks/data-stack.ts';
import type { Stage } from '../../stacks/stages.ts';
import type { StageAlarms } from '../alarms/stage-alarms.ts';
import { MAX_CALL_SECONDS } from '../api/service-api.ts';
import { grantSend, grantValue } from '../grants.ts';
import { grantItems, grantQuery, grantWrites, ServiceFunction } from '../service-function.ts';

export interface DashboardFunctionsProps {
  stage: Stage;
  alarms: StageAlarms;
  data: DataStack;
  deliveries: Queue;
}

interface FunctionProps {
  /** What its failure means: its description. */
  errorImpact: string;
  environment?: Record<string, string>;
  timeoutSeconds?: number;
  memoryMb?: number;
}

/**
 * The functions of the page, one for each right (`functions/dashboard/api.ts`), and one for keys and secrets, which alone
 * has the keyring. Each may write only the items of `merchants` that it has to: a key that any other function could put
 * would open the payment API.
 */
export class DashboardFunctions extends Construct {
  readonly me: LambdaFunction;
  readonly merchant: LambdaFunction;
  readonly secrets: LambdaFunction;
  readonly finance: LambdaFunction;
  readonly operator: LambdaFunction;
  private readonly props: DashboardFunctionsProps;

  constructor(scope: Construct, id: string, props: DashboardFunctionsProps) {
    super(scope, id);
    this.props = props;
    const { stage, data, deliveries } = props;
    const { merchants, transactions, rateLimits, keyring } = data;
    const ofTransactions = { TRANSACTIONS_TABLE: transactions.tableName };

    this.me = this.add('Me', 'dashboard/me', {
      errorImpact: 'Nobody sees transactions, movements, totals or webhooks on the dashboard, or resends an event.',
      environment: {
        ...ofTransactions,
        RATE_LIMITS_TABLE: rateLimits.tableName,
        DELIVERIES_QUEUE_URL: deliveries.queueUrl,
      },
      timeoutSeconds: MAX_CALL_SECONDS,
      // One processor: totals parse 17 MB for 100,000 payments.
      memoryMb: 1_769,
    });
    grantItems(merchants, this.me, 'dynamodb:GetItem', 'dynamodb:BatchGetItem');
    grantItems(rateLimits, this.me, 'dynamodb:GetItem');
    grantItems(transactions, this.me, 'dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query');
    // A resend is an update, and an item that stores the delivery before.
    grantItems(transactions, this.me, 'dynamodb:UpdateItem', 'dynamodb:PutItem');
    grantQuery(merchants, this.me, 'byStatus');
    grantQuery(transactions, this.me, 'byMerchant', 'byOrder', 'paid', 'settled');
    grantQuery(transactions, this.me, 'undelivered', 'undeliveredByMerchant', 'exceptions', 'exceptionsByMerchant');
    grantSend(deliveries, this.me);

    this.merchant = this.add('Merchant', 'dashboard/merchant', {
      errorImpact: 'Merchants cannot set or test their webhooks, or give their company.',
      environment: ofTransactions,
    });
    grantItems(merchants, this.merchant, 'dynamodb:GetItem');
    grantWrites(merchants, this.merchant, { UpdateItem: ['merchant#*'], PutItem: ['history#*'] });
    grantWrites(transactions, this.merchant, { PutItem: ['test_*'] });

    this.secrets = this.add('Secrets', 'dashboard/secrets', {
      errorImpact:
        'Nobody can use the dashboard, new merchants get no account, and no key or secret is shown or replaced.',
      environment: { KEYRING_SECRET_ID: keyring.secretArn, DEFAULT_BANK_ACCOUNT: stage.defaultBankAccount },
    });
    grantItems(merchants, this.secrets, 'dynamodb:GetItem');
    grantWrites(merchants, this.secrets, {
      UpdateItem: ['merchant#*', 'key#*'],
      PutItem: ['merchant#*', 'key#*', 'history#*', 'user#*'],
      DeleteItem: ['key#*'],
    });
    grantValue(keyring, this.secrets);

    this.finance = this.add('Finance', 'dashboard/finance', {
      errorImpact: 'Finance and operators do not see accounts and the comparisons with the bank, or settle exceptions.',
      environment: ofTransactions,
    });
    grantItems(merchants, this.finance, 'dynamodb:GetItem', 'dynamodb:BatchGetItem');
    grantQuery(merchants, this.finance, 'byStatus');
    grantItems(transactions, this.finance, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem');

    this.operator = this.add('Operator', 'dashboard/operator', {
      errorImpact: 'Operators cannot approve, suspend or refuse accounts.',
    });
    grantItems(merchants, this.operator, 'dynamodb:GetItem');
    // The keys of an account have its status.
    grantWrites(merchants, this.operator, { UpdateItem: ['merchant#*', 'key#*'], PutItem: ['history#*'] });
  }

  private add(id: string, handler: string, { environment, ...others }: FunctionProps): LambdaFunction {
    const { stage, alarms, data } = this.props;
    return new ServiceFunction(this, id, {
      stage,
      alarms,
      handler,
      errorLines: 'none',
      environment: { MERCHANTS_TABLE: data.merchants.tableName, ...environment },
      ...others,
    }).function;
  }
}
