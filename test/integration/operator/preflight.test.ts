import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { preflight, preflightText } from '../../../lib/operator/preflight.ts';
import { readStages } from '../../../lib/operator/target.ts';
import { readStage } from '../../../lib/stacks/stages.ts';
import { type AwsAnswers, recordedAws } from '../../support/measures/recorded-aws.ts';

const ACCOUNT = '111122223333';
const REGION = 'eu-west-1';

const SETTINGS = {
  production: true,
  account: ACCOUNT,
  region: REGION,
  bankAccounts: [{ name: 'main', provider: 'sibs', baseUrl: 'https://api.sibspayments.com/sibs/spg/v2' }],
  defaultBankAccount: 'main',
  supportEmail: 'help@pay.pt',
  alarmEmail: 'alarms@pay.pt',
  senderEmail: 'codes@pay.pt',
};
const stageOf = (settings = {}) => readStage({ prod: { ...SETTINGS, ...settings } }, 'prod');

const caller = (account: string) => `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <GetCallerIdentityResult><Arn>arn:aws:iam::${account}:user/Alice</Arn><UserId>EXAMPLE</UserId><Account>${account}</Account>
  </GetCallerIdentityResult></GetCallerIdentityResponse>`;
const topicArn = (name: string) => `arn:aws:sns:${REGION}:${ACCOUNT}:${name}`;
const topics = (names: string[], next = '') => `<ListTopicsResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/">
  <ListTopicsResult><Topics>${names.map((name) => `<member><TopicArn>${topicArn(name)}</TopicArn></member>`).join('')}
  </Topics>${next && `<NextToken>${next}</NextToken>`}</ListTopicsResult></ListTopicsResponse>`;
const subscription = (topic: string, arn: string, endpoint = SETTINGS.alarmEmail) => `<ListSubscriptionsByTopicResponse
  xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ListSubscriptionsByTopicResult><Subscriptions><member>
  <TopicArn>${topic}</TopicArn><Protocol>email</Protocol><SubscriptionArn>${arn}</SubscriptionArn><Owner>${ACCOUNT}</Owner>
  <Endpoint>${endpoint}</Endpoint></member></Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`;
const topicIn = (request: string) => /TopicArn=([\w:-]+)/.exec(request)?.[1] ?? '';

const SECRET = {
  clientId: 'c',
  token: 'the-token',
  terminalId: 58019,
  entity: '24000',
  notificationKey: 'A'.repeat(43),
};

/** An account in which everything is as it should be. The last page of topics has the second of the stage. */
const READY: AwsAnswers = {
  'sts GetCallerIdentity': caller(ACCOUNT),
  'lambda GetAccountSettings': {
    AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 948 },
    AccountUsage: {},
  },
  'ses GetAccount': { ProductionAccessEnabled: true, SendingEnabled: true, SendQuota: { Max24HourSend: 50000 } },
  'secretsmanager GetSecretValue': {
    Name: 'payment-service/prod/bank-accounts/main',
    SecretString: JSON.stringify(SECRET),
  },
  'sns ListTopics': (request) =>
    request.includes('NextToken=')
      ? topics(['payment-service-prod-service-Ticket', 'another-topic'])
      : topics(['payment-service-prod-service-Page', 'payment-service-prod-2-service-Page'], 'p2'),
  'sns ListSubscriptionsByTopic': (request) => subscription(topicIn(request), `${topicIn(request)}:6b0e71bd`),
};
const NO_SECRET = { status: 400, type: 'ResourceNotFoundException', message: 'Secrets Manager can’t find it.' };

const before = { ...process.env };
let aws: Awaited<ReturnType<typeof recordedAws>>;
beforeAll(async () => {
  aws = await recordedAws({ ...READY });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: aws.url,
    AWS_ACCESS_KEY_ID: 'example',
    AWS_SECRET_ACCESS_KEY: 'example',
    AWS_REGION: REGION,
    AWS_MAX_ATTEMPTS: '1',
  });
});
beforeEach(() => {
  Object.assign(aws.answers, READY);
  aws.calls.length = 0;
  process.env.AWS_REGION = REGION;
});
afterAll(async () => {
  await aws.close();
  // Other files run in this process.
  process.env = before;
});

/** The findings that are not `ok`, a line each. */
async function unready(answers: AwsAnswers, settings = {}): Promise<string[]> {
  Object.assign(aws.answers, answers);
  const findings = await preflight(stageOf(settings));
  return findings.flatMap((each) =>
    each.state === 'ok' ? [] : [`${each.state} ${each.check}: ${each.detail} -> ${each.remedy}`],
  );
}

test('a ready account has no problem, and only the stage’s topics are read', async () => {
  expect(await unready({})).toEqual([]);
  const read = aws.calls.filter(({ operation }) => operation === 'sns ListSubscriptionsByTopic');
  expect(read.map(({ body }) => topicIn(decodeURIComponent(body)).split(':').at(-1))).toEqual([
    'payment-service-prod-service-Page',
    'payment-service-prod-service-Ticket',
  ]);
});

test('in a new account what is missing has its command, and what only the deployment creates is for later', async () => {
  const lines = await unready({
    'lambda GetAccountSettings': { AccountLimit: { ConcurrentExecutions: 10 } },
    'ses GetAccount': { ProductionAccessEnabled: false, SendingEnabled: true, SendQuota: { Max24HourSend: 200 } },
    'secretsmanager GetSecretValue': NO_SECRET,
    'sns ListTopics': topics([]),
  });
  expect(lines).toEqual([
    expect.stringMatching(
      /^problem concurrency: 10 executions .* 1000 -> aws service-quotas request-.*L-B99A9384 --desired-value 1000$/,
    ),
    expect.stringMatching(/^problem sandbox: .* -> request production access/),
    expect.stringMatching(/^later secret of main: .* -> npx cdk deploy --all -c stage=prod, aws secretsmanager put-/),
    expect.stringMatching(/^later subscriptions: .* -> npx cdk deploy --all -c stage=prod, /),
  ]);
});

describe('each thing that is not ready is one problem with its remedy:', () => {
  test.each<[string, AwsAnswers, RegExp, object?]>([
    [
      'a lower quota than stated',
      {},
      /^problem concurrency: 1000 .*3000 -> .*--desired-value 3000$/,
      { accountConcurrency: 3_000 },
    ],
    [
      'sending that AWS has paused',
      { 'ses GetAccount': { ProductionAccessEnabled: true, SendingEnabled: false } },
      /^problem sandbox: .*paused/,
    ],
    [
      'a secret that is not filled in',
      { 'secretsmanager GetSecretValue': { SecretString: JSON.stringify({ ...SECRET, token: '', entity: '1' }) } },
      /^problem secret of main: .*: token, entity -> aws secretsmanager put-secret-value --secret-id payment-service\/prod\/bank-accounts\/main /,
    ],
    [
      'a subscription that waits for its link',
      {
        'sns ListSubscriptionsByTopic': (request) =>
          subscription(
            topicIn(request),
            topicIn(request).endsWith('Ticket') ? 'PendingConfirmation' : `${topicIn(request)}:1`,
          ),
      },
      /^problem subscriptions: alarms@pay\.pt .* 1 of 2 .* -> aws sns subscribe .*:payment-service-prod-service-Ticket --protocol email/,
    ],
    [
      'a subscription of somebody else',
      {
        'sns ListSubscriptionsByTopic': (request) =>
          subscription(topicIn(request), `${topicIn(request)}:1`, 'other@pay.pt'),
      },
      /^problem subscriptions: .* 2 of 2/,
    ],
    [
      'a right that the credentials lack',
      {
        'lambda GetAccountSettings': {
          status: 403,
          type: 'AccessDeniedException',
          message: 'not authorized to perform: lambda:GetAccountSettings',
        },
      },
      /^problem concurrency: could not be read: .*lambda:GetAccountSettings -> /,
    ],
  ])('%s', async (_what, answers, line, settings = {}) => {
    expect(await unready(answers, settings)).toEqual([expect.stringMatching(line)]);
  });
});

test('credentials of another region are refused before any call, those of another account after one', async () => {
  Object.assign(aws.answers, { 'sts GetCallerIdentity': caller('999988887777') });
  await expect(unready({})).rejects.toThrow(/account 111122223333 .* credentials to 999988887777\.\n.*AWS_PROFILE/);
  expect(aws.calls.map(({ operation }) => operation)).toEqual(['sts GetCallerIdentity']);
  process.env.AWS_REGION = 'us-east-1';
  await expect(unready({})).rejects.toThrow(/region eu-west-1 .* credentials to us-east-1\.\n/);
  expect(aws.calls).toHaveLength(1);
});

test('a stage without mail needs none of it, and one at the simulated bank no secret by hand', async () => {
  const bare = { senderEmail: 'none', alarmEmail: 'none' };
  expect(await unready({}, bare)).toEqual([]);
  expect(aws.calls.filter(({ operation }) => /^(ses|sns) /.test(operation))).toEqual([]);
  const bankAccounts = [{ ...SETTINGS.bankAccounts[0], baseUrl: 'simulator' }];
  const simulated = { ...bare, production: false, bankAccounts };
  expect(await unready({ 'secretsmanager GetSecretValue': NO_SECRET }, simulated)).toEqual([
    expect.stringMatching(/^later secret of main: .* -> npx cdk deploy --all -c stage=prod$/),
  ]);
});

test('the command prints a line for each check of the stage in cdk.json, and no secret', async () => {
  const example = 'alarms@payment-service.example';
  aws.answers['sns ListSubscriptionsByTopic'] = (request) =>
    subscription(topicIn(request), `${topicIn(request)}:1`, example);
  const stage = readStage(readStages(), 'prod');
  const ready = preflightText(await preflight(stage));
  const lines = ready.trimEnd().split('\n');
  expect(lines.slice(0, -1).filter((line) => !/^ok {7}[\w ]+: .+$/.test(line))).toEqual([]);
  expect(lines).toHaveLength(5);
  expect(lines.at(-1)).toBe('Ready for payments.');
  Object.assign(aws.answers, { 'ses GetAccount': { ProductionAccessEnabled: false, SendingEnabled: true } });
  const sandbox = preflightText(await preflight(stage));
  expect(sandbox.match(/^PROBLEM {2}.*$/gm)).toEqual([
    expect.stringMatching(/^PROBLEM {2}sandbox: .*Do: request prod/),
  ]);
  expect(sandbox).toMatch(/\nNot ready: 1 of 4 checks\.\n$/);
  expect(ready + sandbox).not.toContain(SECRET.token);
});
