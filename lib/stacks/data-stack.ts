import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { StreamViewType, type Table } from 'aws-cdk-lib/aws-dynamodb';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { DEPLOYMENTS } from '../../functions/banking/deployments.ts';
import { RATE_LIMITS_KEY, RATE_LIMITS_TTL } from '../../functions/gateway/rate-limit.ts';
import { MERCHANT_INDEXES, MERCHANTS_KEY } from '../../functions/merchants/tables.ts';
import { TRANSACTION_INDEXES, TRANSACTIONS_KEY, TRANSACTIONS_TTL } from '../../functions/payments/tables.ts';
import { ServiceUserPool } from '../constructs/dashboard/user-pool.ts';
import { ServiceTable, type ServiceTableProps } from '../constructs/service-table.ts';
import { names } from './names.ts';
import type { BankAccountSettings, Stage } from './stages.ts';

/** The state that outlives every deployment: the tables, the secrets and the dashboard's users. */
export class DataStack extends Stack {
  readonly transactions: Table;
  readonly merchants: Table;
  readonly rateLimits: Table;
  readonly keyring: Secret;
  readonly users: UserPool;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { stage: Stage }) {
    super(scope, id, props);
    const table = (name: string, props: Omit<ServiceTableProps, 'stage'>) =>
      new ServiceTable(this, name, { stage, ...props });
    this.transactions = table('Transactions', {
      key: TRANSACTIONS_KEY,
      indexes: TRANSACTION_INDEXES,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: TRANSACTIONS_TTL,
    });
    this.merchants = table('Merchants', { key: MERCHANTS_KEY, indexes: MERCHANT_INDEXES });
    this.rateLimits = table('RateLimits', {
      key: RATE_LIMITS_KEY,
      timeToLiveAttribute: RATE_LIMITS_TTL,
      disposable: true,
    });
    this.keyring = new Secret(this, 'Keyring', {
      description:
        'Seals API keys and webhook secrets. Without it all of them are lost: add keys (k2, k3 …), never remove one.',
      generateSecretString: {
        secretStringTemplate: '{}',
        generateStringKey: 'k1',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: stage.production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    // Who means it deletes the policy first.
    if (stage.production) this.keyring.denyAccountRootDelete();
    this.users = new ServiceUserPool(this, 'Users', { stage });
    for (const account of stage.bankAccounts) this.addBankAccountSecret(stage, account);
  }

  /**
   * The operator fills in a real account's secret (`docs/deploying.md`). The template does not list the fields to fill
   * in: a change of that list would overwrite the stored credentials. The simulated bank's secret is complete.
   */
  private addBankAccountSecret(stage: Stage, { name, provider, baseUrl }: BankAccountSettings): void {
    const { filledIn, generated, simulated } = DEPLOYMENTS[provider].secret;
    const credentials = baseUrl === 'simulator' ? simulated(name) : {};
    new Secret(this, `BankAccount-${name}`, {
      secretName: names.bankAccountSecret(stage, name),
      description: `Credentials of the bank account ${name}: ${[...filledIn, generated.field].join(', ')}.`,
      generateSecretString: {
        secretStringTemplate: JSON.stringify(credentials),
        generateStringKey: generated.field,
        passwordLength: generated.length,
        excludePunctuation: true,
      },
      removalPolicy: stage.production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
  }
}
