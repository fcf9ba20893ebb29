import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { paginateListSubscriptionsByTopic, paginateListTopics, SNSClient } from '@aws-sdk/client-sns';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { bankAccounts } from '../../functions/banking/bank-accounts.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { names } from '../stacks/names.ts';
import type { BankAccountSettings, Stage } from '../stacks/stages.ts';
import { regionOf, requireLocation } from './target.ts';

/**
 * The result of a check. `later`: it can be made only after the deployment, so it prevents none. `remedy` is the one
 * thing to do.
 */
type Result = { state: 'ok'; detail: string } | { state: 'problem' | 'later'; detail: string; remedy: string };
export type Finding = Result & { check: string };

const ok = (detail: string): Result => ({ state: 'ok', detail });
const problem = (detail: string, remedy: string): Result => ({ state: 'problem', detail, remedy });
const later = (detail: string, remedy: string): Result => ({ state: 'later', detail, remedy });

/**
 * Checks what a stage needs of its account and nothing else reports, before and after its first deployment. Only reads.
 * Throws with credentials of another account or region than the stage's.
 */
export async function preflight(stage: Stage): Promise<Finding[]> {
  const region = await regionOf(stage.name, stage.region);
  const { Account = '' } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
  requireLocation(stage.name, 'account', stage.account, Account);
  const secrets = new SecretsManagerClient({ region });
  const readSecret = async (SecretId: string) =>
    (await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? '';
  return Promise.all([
    checked('concurrency', () => checkConcurrency(stage, region)),
    checked('sandbox', () => checkSandbox(stage, region)),
    ...stage.bankAccounts.map((account) =>
      checked(`secret of ${account.name}`, () => checkBankSecret(readSecret, stage, account)),
    ),
    checked('subscriptions', () => checkSubscriptions(stage, region)),
  ]);
}

/** Runs a check. What cannot be read is a problem, never a good result. */
async function checked(check: string, run: () => Promise<Result>): Promise<Finding> {
  try {
    return { check, ...(await run()) };
  } catch (error) {
    const { name, message } = error as Error;
    return { check, ...problem(`could not be read: ${name}: ${message}`, 'see what the message names, and repeat') };
  }
}

async function checkConcurrency({ accountConcurrency: stated }: Stage, region: string): Promise<Result> {
  const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
  const limit = AccountLimit?.ConcurrentExecutions;
  if (limit === undefined) throw new Error('Lambda reports no limit');
  if (limit >= stated) return ok(`${limit} executions at a time, ${stated} stated (accountConcurrency)`);
  return problem(
    `${limit} executions at a time, and accountConcurrency states ${stated}`,
    `aws service-quotas request-service-quota-increase --region ${region} --service-code lambda ` +
      `--quota-code L-B99A9384 --desired-value ${stated}`,
  );
}

async function checkSandbox({ senderEmail }: Stage, region: string): Promise<Result> {
  if (senderEmail === undefined) return ok('not needed: without senderEmail Cognito sends 50 mails a day');
  const account = await new SESv2Client({ region }).send(new GetAccountCommand({}));
  const console = `https://${region}.console.aws.amazon.com/ses/home?region=${region}#/account`;
  if (!account.ProductionAccessEnabled)
    return problem(
      `SES is in its sandbox in ${region}: it sends to verified addresses only`,
      `request production access at ${console} (about a day)`,
    );
  if (!account.SendingEnabled) return problem(`AWS has paused SES in ${region}`, `see why at ${console}`);
  return ok(`outside, ${account.SendQuota?.Max24HourSend ?? 'an unknown number of'} mails a day`);
}

/** Whether the secret of a bank account is filled in, in its provider's form. No value of it is shown. */
async function checkBankSecret(
  readSecret: (secretId: string) => Promise<string>,
  stage: Stage,
  account: BankAccountSettings,
): Promise<Result> {
  const secretId = names.bankAccountSecret(stage, account.name);
  const accounts = bankAccounts({ accounts: [{ ...account, secretId }], readSecret, clock: systemClock });
  const fill = `aws secretsmanager put-secret-value --secret-id ${secretId} --secret-string file://${account.name}.json`;
  try {
    await accounts.bank(account.name);
    return ok(`${secretId} is filled in`);
  } catch (error) {
    const { name, message } = error as Error;
    if (message.startsWith('bank account ')) return problem(message, fill);
    if (name !== 'ResourceNotFoundException') throw error;
    return later(
      `${secretId} does not exist`,
      account.baseUrl === 'simulator' ? deploy(stage) : `${deploy(stage)}, ${fill}`,
    );
  }
}

/** Whether the stage's `alarmEmail` has confirmed its subscription to each topic of its alarms. */
async function checkSubscriptions(stage: Stage, region: string): Promise<Result> {
  const { alarmEmail } = stage;
  if (alarmEmail === undefined) return ok('no alarmEmail: alarms are not sent');
  const sns = new SNSClient({ region });
  const topics = await topicsOf(sns, stage);
  if (topics.length === 0)
    return later('no topic of alarms yet', `${deploy(stage)}, then follow the links in AWS's mails`);
  const unheard = [];
  for (const TopicArn of topics) {
    let isConfirmed = false;
    for await (const { Subscriptions = [] } of paginateListSubscriptionsByTopic({ client: sns }, { TopicArn }))
      isConfirmed ||= Subscriptions.some(
        // `PendingConfirmation` until then.
        ({ Endpoint, SubscriptionArn = '' }) => Endpoint === alarmEmail && SubscriptionArn.startsWith('arn:'),
      );
    if (!isConfirmed) unheard.push(TopicArn);
  }
  const [first] = unheard;
  if (first === undefined) return ok(`confirmed on ${topics.length} of ${topics.length} topics`);
  return problem(
    `${alarmEmail} has not confirmed ${unheard.length} of ${topics.length} topics`,
    `aws sns subscribe --region ${region} --topic-arn ${first} --protocol email --notification-endpoint ${alarmEmail}, ` +
      'follow the link in its mail, and repeat the command',
  );
}

/** CloudFormation names a topic after its stack. */
async function topicsOf(client: SNSClient, stage: Stage): Promise<string[]> {
  const prefixes = (['service', 'simulator'] as const).map((part) => `:${names.stack(stage, part)}-`);
  const topics = [];
  for await (const { Topics = [] } of paginateListTopics({ client }, {}))
    topics.push(...Topics.map(({ TopicArn = '' }) => TopicArn));
  return topics.filter((arn) => prefixes.some((prefix) => arn.includes(prefix)));
}

function deploy({ name }: Stage): string {
  return `npx cdk deploy --all -c stage=${name}`;
}

/** One line for each check, and what they mean together. */
export function preflightText(findings: readonly Finding[]): string {
  const lines = findings.map((finding) => {
    const { check, state, detail } = finding;
    const label = { ok: 'ok     ', problem: 'PROBLEM', later: 'later  ' }[state];
    return `${label}  ${check}: ${detail}${finding.state === 'ok' ? '' : `. Do: ${finding.remedy}`}\n`;
  });
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (problems > 0) return `${lines.join('')}Not ready: ${problems} of ${findings.length} checks.\n`;
  const isDeployed = findings.every(({ state }) => state === 'ok');
  return `${lines.join('')}${isDeployed ? 'Ready for payments.' : 'Ready to deploy.'}\n`;
}
