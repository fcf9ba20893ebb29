import { ACMClient } from '@aws-sdk/client-acm';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { GetCallerIdentityCommand, STSClient, STSServiceException } from '@aws-sdk/client-sts';
import type { DomainSettings } from '../../stacks/domain-settings.ts';
import type { Stage } from '../../stacks/stages.ts';
import { CHOOSE } from '../target.ts';
import {
  checkBootstrap,
  checkConcurrency,
  checkSandbox,
  checkSenderIdentity,
  type Location,
} from './account-checks.ts';
import { checked, type Finding, ok, problem, type Result } from './finding.ts';
import { checkBankSecret, checkCertificate, checkSubscriptions, deployedStacks, judgeStacks } from './stage-checks.ts';

/** CloudFront accepts certificates of this region only. */
const CLOUDFRONT_REGION = 'us-east-1';

/**
 * Checks what a stage needs of its account, before and after its first deployment. Only reads. In the wrong account or
 * region it checks nothing else: the rest would be about another service.
 */
export async function preflight(stage: Stage): Promise<Finding[]> {
  const region = await checked('region', () => checkRegion(stage));
  if (region.state !== 'ok') return [region];
  const account = await checked('account', () => checkAccount(stage, region.detail));
  if (account.state !== 'ok') return [region, account];
  return [region, account, ...(await checkLocation(stage, { region: region.detail, account: account.detail }))];
}

async function checkRegion({ region: wanted }: Stage): Promise<Result> {
  const found = await new STSClient().config.region().catch(() => wanted);
  if (found === undefined) return problem('not known', 'set AWS_REGION, for example AWS_REGION=eu-west-1');
  if (wanted === undefined || wanted === found) return ok(found);
  return problem(`the stage belongs to ${wanted} (cdk.json), and the environment names ${found}`, CHOOSE);
}

async function checkAccount({ account: wanted }: Stage, region: string): Promise<Result> {
  const used = process.env.AWS_PROFILE ? `AWS_PROFILE=${process.env.AWS_PROFILE}` : 'AWS_PROFILE is not set';
  try {
    const { Account } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
    if (Account === undefined) throw new Error('AWS names no account');
    if (wanted === undefined || wanted === Account) return ok(Account);
    return problem(`the stage belongs to ${wanted} (cdk.json), and the credentials to ${Account} (${used})`, CHOOSE);
  } catch (error) {
    const isRefused = error instanceof STSServiceException || (error as Error).name === 'CredentialsProviderError';
    if (!isRefused) throw error;
    return problem(
      `AWS does not accept the credentials (${used}): ${(error as Error).message}`,
      `${CHOOSE}; aws sso login renews a sign-in`,
    );
  }
}

async function checkLocation(stage: Stage, location: Location): Promise<Finding[]> {
  const { region } = location;
  const cloudFormation = new CloudFormationClient({ region });
  const ses = new SESv2Client({ region });
  const sns = new SNSClient({ region });
  const secrets = new SecretsManagerClient({ region });
  const readSecret = async (SecretId: string) =>
    (await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '';
  const deploy = `npx cdk deploy --all -c stage=${stage.name}`;
  const reading = deployedStacks(cloudFormation, stage);
  const deployment = await checked('stacks', async () => judgeStacks(await reading, deploy));
  const before = deployment.state === 'later' ? deploy : undefined;
  return Promise.all([
    checked('bootstrap', () => checkBootstrap(cloudFormation, location)),
    checked('concurrency', () => checkConcurrency(new LambdaClient({ region }), stage, location)),
    checked('sender', () => checkSenderIdentity(ses, stage, location)),
    checked('sandbox', () => checkSandbox(ses, stage, location)),
    ...certificates(stage, region),
    deployment,
    ...stage.bankAccounts.map((account) =>
      checked(`secret of ${account.name}`, () => checkBankSecret(readSecret, stage, account, before)),
    ),
    checked('subscriptions', async () =>
      checkSubscriptions({ cloudFormation, sns }, await reading, stage, location, before),
    ),
  ]);
}

function certificates({ apiDomain, dashboardDomain }: Stage, region: string): Promise<Finding>[] {
  const check = (of: string, domain: DomainSettings | undefined, wanted: string) =>
    checked(`certificate of the ${of}`, async () =>
      domain ? checkCertificate(new ACMClient({ region: wanted }), domain, wanted) : ok('not needed: no own domain'),
    );
  return [check('API', apiDomain, region), check('dashboard', dashboardDomain, CLOUDFRONT_REGION)];
}
