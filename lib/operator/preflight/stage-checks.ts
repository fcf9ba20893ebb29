import type { ACMClient } from '@aws-sdk/client-acm';
import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { type CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { paginateListSubscriptionsByTopic, type SNSClient, type Subscription } from '@aws-sdk/client-sns';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import { systemClock } from '../../../functions/runtime/clock.ts';
import type { DomainSettings } from '../../stacks/domain-settings.ts';
import { names } from '../../stacks/names.ts';
import { type BankAccountSettings, isSimulated, type Stage } from '../../stacks/stages.ts';
import { findStack, isNotFound, type Location } from './account-checks.ts';
import { later, ok, problem, type Result } from './finding.ts';

/** A stack that CloudFormation can update. */
const SETTLED = /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT|IMPORT_ROLLBACK)_COMPLETE$/;

/** The stage's stacks that exist, by name, with their status. */
export async function deployedStacks(
  cloudFormation: CloudFormationClient,
  stage: Stage,
): Promise<Map<string, string | undefined>> {
  const parts = ['data', 'service', 'dashboard', ...(isSimulated(stage) ? ['simulator' as const] : [])] as const;
  const found = await Promise.all(
    parts.map(async (part) => {
      const name = names.stack(stage, part);
      return [name, (await findStack(cloudFormation, name))?.StackStatus] as const;
    }),
  );
  return new Map(found);
}

export function judgeStacks(stacks: ReadonlyMap<string, string | undefined>, deploy: string): Result {
  const deployed = [...stacks].filter(([, status]) => status !== undefined);
  if (deployed.length === 0) return later('not deployed', deploy);
  const unwell = [...stacks].filter(([, status]) => !SETTLED.test(status ?? ''));
  if (unwell.length === 0) return ok(`${deployed.length} deployed`);
  const isRunning = unwell.some(([, status]) => status?.endsWith('_IN_PROGRESS'));
  const detail = unwell.map(([name, status]) => `${name} ${status ?? 'is missing'}`).join(', ');
  return problem(
    detail,
    isRunning ? 'wait until it ends' : `${deploy} ("If the first deployment fails" in docs/deploying.md)`,
  );
}

/** Issued, in the region that uses it, and for the domain's name. */
export async function checkCertificate(
  acm: ACMClient,
  { name, certificateArn }: DomainSettings,
  wantedRegion: string,
): Promise<Result> {
  const [, , , region = ''] = certificateArn.split(':');
  const request = `aws acm request-certificate --region ${wantedRegion} --domain-name ${name} --validation-method DNS`;
  const again = `${request}, and set certificateArn`;
  if (region !== wantedRegion) return problem(`${certificateArn} is in ${region}, and not in ${wantedRegion}`, again);
  try {
    const { Certificate } = await acm.send(new DescribeCertificateCommand({ CertificateArn: certificateArn }));
    const covered = Certificate?.SubjectAlternativeNames ?? [];
    if (!covered.some((each) => covers(each, name)))
      return problem(`the certificate is for ${covered.join(', ')}, and not for ${name}`, again);
    const status = Certificate?.Status;
    if (status === 'ISSUED') return ok(`${name}, issued`);
    const show = `aws acm describe-certificate --region ${region} --certificate-arn ${certificateArn}`;
    const remedy = status === 'PENDING_VALIDATION' ? `create the CNAME record of ${show}, and wait` : again;
    return problem(`the certificate of ${name} is ${status ?? 'without status'}`, remedy);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return problem(`ACM does not know ${certificateArn}`, again);
  }
}

/** A wildcard matches exactly one label. */
function covers(certified: string, name: string): boolean {
  return certified === name || (certified.startsWith('*.') && certified.slice(2) === name.slice(name.indexOf('.') + 1));
}

/** Whether the secret of a bank account is filled in, in its provider's form. No value of it is shown. */
export async function checkBankSecret(
  readSecret: (secretId: string) => Promise<string>,
  stage: Stage,
  account: BankAccountSettings,
  deploy: string | undefined,
): Promise<Result> {
  const secretId = names.bankAccountSecret(stage, account.name);
  const isGenerated = account.baseUrl === 'simulator';
  if (deploy) return later(`${secretId} is not created yet`, isGenerated ? deploy : `${deploy}, then fill it in`);
  const accounts = bankAccounts({ accounts: [{ ...account, secretId }], readSecret, clock: systemClock });
  const fill = `aws secretsmanager put-secret-value --secret-id ${secretId} --secret-string file://${account.name}.json`;
  try {
    await accounts.bank(account.name);
    return ok(`${secretId} is filled in`);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('bank account ')) return problem(error.message, fill);
    if (!isNotFound(error)) throw error;
    return problem(`${secretId} does not exist`, `npx cdk deploy --all -c stage=${stage.name}`);
  }
}

/**
 * Whether the stage's `alarmEmail` has confirmed its subscription to a topic, or somebody else has if there is none.
 */
export async function checkSubscriptions(
  { cloudFormation, sns }: { cloudFormation: CloudFormationClient; sns: SNSClient },
  stacks: ReadonlyMap<string, string | undefined>,
  { alarmEmail }: Pick<Stage, 'alarmEmail'>,
  { region }: Location,
  deploy: string | undefined,
): Promise<Result> {
  if (deploy && alarmEmail === undefined) return ok('no alarmEmail: alarms are not sent');
  if (deploy) return later('no topic of alarms yet', `${deploy}, then follow the links in AWS's mails`);
  const topics: string[] = [];
  for (const [StackName, status] of stacks) if (status) topics.push(...(await topicsOf(cloudFormation, StackName)));
  if (topics.length === 0) throw new Error('the stacks have no topic of alarms');
  const unheard = [];
  for (const TopicArn of topics) {
    const subscribers = await subscribersOf(sns, TopicArn);
    const wanted = subscribers.filter(({ Endpoint }) => alarmEmail === undefined || Endpoint === alarmEmail);
    if (!wanted.some(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:'))) unheard.push(TopicArn);
  }
  const [first] = unheard;
  if (first === undefined) return ok(`confirmed on ${topics.length} of ${topics.length} topics`);
  if (alarmEmail === undefined) return ok(`no alarmEmail, and nobody is subscribed to ${unheard.length} topics`);
  const subscribe = `aws sns subscribe --region ${region} --topic-arn ${first} --protocol email --notification-endpoint ${alarmEmail}`;
  return problem(
    `${alarmEmail} has not confirmed ${unheard.length} of ${topics.length} topics`,
    `${subscribe}, follow the link in its mail, and repeat the command`,
  );
}

async function topicsOf(client: CloudFormationClient, StackName: string): Promise<string[]> {
  const topics = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    const found = StackResourceSummaries.filter(({ ResourceType }) => ResourceType === 'AWS::SNS::Topic');
    topics.push(...found.map(({ PhysicalResourceId = '' }) => PhysicalResourceId));
  }
  return topics;
}

async function subscribersOf(client: SNSClient, TopicArn: string): Promise<Subscription[]> {
  const found = [];
  for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client }, { TopicArn }))
    found.push(...Subscriptions);
  return found;
}
