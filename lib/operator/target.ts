import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as z from 'zod/mini';
import { type BankAccount, bankAccount } from '../../functions/banking/account.ts';
import { linkUserOn } from '../../functions/dashboard/wiring.ts';
import { accounts } from '../../functions/merchants/accounts/accounts.ts';
import { webhookSecretRotation } from '../../functions/merchants/accounts/secret-rotation.ts';
import { keyringFrom } from '../../functions/merchants/keys/keyring.ts';
import { merchantsOn } from '../../functions/merchants/wiring.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { findStage } from '../stacks/find-stage.ts';
import { names } from '../stacks/names.ts';
import { localClock } from './clock.ts';
import { UsageError } from './command.ts';
import { NOT_RUNNING, readRunningHost } from './running-host.ts';

/** The outputs of the service stack that the operator's commands need, of a local or a deployed service. */
const serviceOutputs = z.object({
  BaseUrl: z.string(),
  TransactionsTable: z.string(),
  MerchantsTable: z.string(),
  RateLimitsTable: z.string(),
  KeyringSecretId: z.string(),
  DefaultBankAccount: z.string(),
  /** JSON of the stage's bank accounts (`functions/banking/account.ts`). */
  BankAccounts: z.string(),
  DeliveriesQueueUrl: z.string(),
});

/** The output of the dashboard stack that the commands need. */
const dashboardOutputs = z.object({ DashboardUrl: z.url() });

const stageLocation = z.object({ account: z.optional(z.string()), region: z.optional(z.string()) });

/** How the caller names an account and a region. */
const CHOOSE =
  'Choose its account and region with AWS_PROFILE (or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY) and AWS_REGION';

export const runningHost = z.object({
  clientEnvironment: z.record(z.string(), z.string()),
  outputs: serviceOutputs,
  dashboardUrl: z.url(),
});

export type Target = Awaited<ReturnType<typeof openTarget>>;

/**
 * The running local service, or with `stageName` a deployed one, reached with the AWS credentials of the environment.
 */
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
  const tables = { merchants: outputs.MerchantsTable };
  const { merchants } = merchantsOn({ dynamo: client }, tables);
  return {
    local,
    callerName: () => callerName(local),
    /** The service's clock; the local one can be moved. */
    clock,
    client,
    readSecret,
    outputs,
    dashboardUrl,
    merchants,
    keyring,
    transactionsTable: outputs.TransactionsTable,
    defaultBankAccount: outputs.DefaultBankAccount,
    accounts: accounts({ merchants, keyring, clock }),
    rotation: webhookSecretRotation({ merchants, keyring, clock }),
    /** Makes a user of the dashboard the owner of a merchant's account. */
    linkUser: (userId: string, merchantId: string) =>
      linkUserOn({ dynamo: client }, tables)({ userId, merchantId, linkedAt: clock() }),
    close: (): void => {
      client.destroy();
      secrets.destroy();
    },
  };
}

/** The caller's name for the histories: of the AWS session for a stage, else of the operating system. */
async function callerName(isLocal: boolean): Promise<string> {
  if (isLocal) return userInfo().username;
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const { Arn = '' } = await new STSClient().send(new GetCallerIdentityCommand());
  return Arn.split('/').at(-1) ?? Arn;
}

/** The bank accounts of the target. */
export function bankAccountsOf({ outputs }: { outputs: { BankAccounts: string } }): BankAccount[] {
  return z.array(bankAccount).parse(JSON.parse(outputs.BankAccounts));
}

/** The unchecked stages of `cdk.json`. */
export function readStages(): unknown {
  const file = join(import.meta.dirname, '..', '..', 'cdk.json');
  const { context } = JSON.parse(readFileSync(file, 'utf8')) as { context: { stages: unknown } };
  return context.stages;
}

/** Where a stage is deployed, as far as its settings say. Throws for a stage that `cdk.json` does not have. */
function locationOf(stageName: string): z.infer<typeof stageLocation> {
  try {
    return stageLocation.parse(findStage(readStages(), stageName).settings);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Throws when the credentials are for another account or region than the settings of the stage. */
export function requireLocation(
  stageName: string,
  setting: 'account' | 'region',
  wanted: string | undefined,
  found: string,
): void {
  if (wanted === undefined || wanted === found) return;
  throw new Error(
    `Stage ${stageName} belongs to the ${setting} ${wanted} (cdk.json), and the credentials to ${found}.\n${CHOOSE}.`,
  );
}

/** The region of the environment or, where that has none, of the stage's settings. Throws where they differ. */
export async function regionOf(stageName: string, wanted: string | undefined): Promise<string> {
  const region = await new DynamoDBClient().config.region().catch((cause) => {
    if (wanted !== undefined) return wanted;
    const hint = 'set AWS_REGION, for example AWS_REGION=eu-west-1, or AWS_PROFILE to a profile that has one';
    throw new Error(`The AWS region of stage ${stageName} is not known: ${hint}`, { cause });
  });
  requireLocation(stageName, 'region', wanted, region);
  return region;
}

interface Outputs {
  outputs: z.infer<typeof serviceOutputs>;
  dashboardUrl: string;
}

/** Sets the SDK's environment to the local engines, as the host does for the functions. */
function attachToRunningHost(): Outputs {
  const host = readRunningHost(runningHost);
  if (host === undefined) throw new Error(`${NOT_RUNNING}, or name a deployed stage with --stage`);
  Object.assign(process.env, host.clientEnvironment);
  return host;
}

async function deployedOutputs(stageName: string): Promise<Outputs> {
  const location = locationOf(stageName);
  const region = await regionOf(stageName, location.region);
  process.env.AWS_REGION = region;
  const [service, dashboard] = await Promise.all([
    deployedStack(names.stack({ name: stageName }, 'service')),
    deployedStack(names.stack({ name: stageName }, 'dashboard')),
  ]).catch((cause: Error) => {
    const profile = process.env.AWS_PROFILE ? `AWS_PROFILE=${process.env.AWS_PROFILE}` : 'AWS_PROFILE is not set';
    const account = location.account ? `account ${location.account}, ` : '';
    throw new Error(
      `Stage ${stageName} cannot be read in ${account}${region} (${profile}): ${cause.message}\n${CHOOSE}.`,
      {
        cause,
      },
    );
  });
  for (const { account } of [service, dashboard]) requireLocation(stageName, 'account', location.account, account);
  return {
    outputs: serviceOutputs.parse(service.outputs),
    dashboardUrl: dashboardOutputs.parse(dashboard.outputs).DashboardUrl,
  };
}

/** A stack's outputs, and the account that it is in: that of the credentials. */
async function deployedStack(StackName: string) {
  // Loaded for deployed stages only: it takes longer to load than a local command to run.
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName }));
  const [{ StackId = '', Outputs = [] } = {}] = Stacks ?? [];
  // arn:aws:cloudformation:REGION:ACCOUNT:stack/NAME/ID
  const account = StackId.split(':')[4] ?? '';
  return {
    account,
    outputs: Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue }) => [OutputKey, OutputValue])),
  };
}
