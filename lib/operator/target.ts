import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { linkUser } from '../../functions/dashboard/users.table.ts';
import { accounts } from '../../functions/merchants/accounts/accounts.ts';
import { merchantsTable } from '../../functions/merchants/accounts/merchants.table.ts';
import { webhookSecretRotation } from '../../functions/merchants/accounts/secret-rotation.ts';
import { keyringFrom } from '../../functions/merchants/keys/keyring.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { names } from '../stacks/names.ts';
import { localClock } from './clock.ts';
import { NOT_RUNNING, readRunningHost } from './running-host.ts';

/** What the operator's commands need to know of a service, wherever it runs: the outputs of its service stack. */
const serviceOutputs = z.object({
  BaseUrl: z.string(),
  SimulatedBank: z.enum(['true', 'false']),
  TransactionsTable: z.string(),
  MerchantsTable: z.string(),
  /** A service from before there were totals lacks it. */
  TotalsTable: z.optional(z.string()),
  KeyringSecretId: z.string(),
  DefaultBankAccount: z.string(),
  /** JSON of the stage's bank accounts (`functions/banking/account.ts`); a service from before they were told lacks it. */
  BankAccounts: z.optional(z.string()),
  DeliveriesQueueUrl: z.string(),
  RetriesQueueUrl: z.string(),
  DeliveriesDeadLettersUrl: z.string(),
  RetriesDeadLettersUrl: z.string(),
  UnrelayedRecordsUrl: z.string(),
});

/** And those of its dashboard stack. */
const dashboardOutputs = z.object({ DashboardUrl: z.url() });

export const runningHost = z.object({
  clientEnvironment: z.record(z.string(), z.string()),
  outputs: serviceOutputs,
  dashboardUrl: z.url(),
});

export type Target = Awaited<ReturnType<typeof openTarget>>;

/** The running local service, or with `stageName` a deployed one, reached with the AWS credentials of the environment. */
export async function openTarget(stageName: string | undefined) {
  const local = stageName === undefined;
  const { outputs, dashboardUrl } = local ? attachToRunningHost() : await deployedOutputs(stageName);
  const client = new DynamoDBClient();
  const secrets = new SecretsManagerClient();
  const readSecret = async (secretId: string): Promise<string> => {
    const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId: secretId }));
    return SecretString;
  };
  const clock = local ? localClock : systemClock;
  const keyring = keyringFrom(readSecret, outputs.KeyringSecretId, clock);
  const merchants = merchantsTable(client, outputs.MerchantsTable);
  return {
    local,
    /** The service's own time: the local one's can be moved. */
    clock,
    client,
    outputs,
    dashboardUrl,
    merchants,
    transactionsTable: outputs.TransactionsTable,
    defaultBankAccount: outputs.DefaultBankAccount,
    accounts: accounts({ merchants, keyring, clock }),
    rotation: webhookSecretRotation({ merchants, keyring, clock }),
    /** Makes a user of the dashboard the owner of a merchant's account. */
    linkUser: (userId: string, merchantId: string) =>
      linkUser(client, outputs.MerchantsTable, { userId, merchantId, linkedAt: clock() }),
    close: (): void => {
      client.destroy();
      secrets.destroy();
    },
  };
}

interface Outputs {
  outputs: z.infer<typeof serviceOutputs>;
  dashboardUrl: string;
}

/** Points the SDK at the local engines, as the host itself does for the functions. */
function attachToRunningHost(): Outputs {
  const written = readRunningHost();
  if (written === undefined) throw new Error(`${NOT_RUNNING}, or name a deployed stage with --stage`);
  const host = runningHost.parse(written);
  Object.assign(process.env, host.clientEnvironment);
  return host;
}

async function deployedOutputs(stageName: string): Promise<Outputs> {
  const [service, dashboard] = await Promise.all([
    stackOutputs(names.stack({ name: stageName }, 'service')),
    stackOutputs(names.stack({ name: stageName }, 'dashboard')),
  ]);
  return { outputs: serviceOutputs.parse(service), dashboardUrl: dashboardOutputs.parse(dashboard).DashboardUrl };
}

async function stackOutputs(StackName: string): Promise<Record<string, string | undefined>> {
  // Only for deployed stages: the client takes longer to load than a local command to run.
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName }));
  const outputs = Stacks?.[0]?.Outputs ?? [];
  return Object.fromEntries(outputs.map(({ OutputKey = '', OutputValue }) => [OutputKey, OutputValue]));
}
