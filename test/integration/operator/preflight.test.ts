import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BOOTSTRAP_VERSION } from '../../../lib/operator/preflight/account-checks.ts';
import { preflightText } from '../../../lib/operator/preflight/finding.ts';
import { preflight } from '../../../lib/operator/preflight/preflight.ts';
import { readStages } from '../../../lib/operator/target.ts';
import { readStage } from '../../../lib/stacks/stages.ts';
import { LOCAL_ASSEMBLY_DIR } from '../../../lib/startup/synthesize.ts';
import { type AwsAnswers, recordedAws } from '../../support/measures/recorded-aws.ts';

const ACCOUNT = '111122223333';
const REGION = 'eu-west-1';
const CERTIFICATES = {
  api: `arn:aws:acm:${REGION}:${ACCOUNT}:certificate/a1`,
  page: `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/b2`,
};

const SETTINGS = {
  production: true,
  account: ACCOUNT,
  region: REGION,
  bankAccounts: [{ name: 'main', provider: 'sibs', baseUrl: 'https://api.sibspayments.com/sibs/spg/v2' }],
  defaultBankAccount: 'main',
  supportEmail: 'help@pay.pt',
  alarmEmail: 'alarms@pay.pt',
  senderEmail: 'codes@pay.pt',
  apiDomain: { name: 'api.pay.pt', certificateArn: CERTIFICATES.api },
  dashboardDomain: { name: 'app.pay.pt', certificateArn: CERTIFICATES.page },
};
const stageOf = (settings = {}) => readStage({ prod: { ...SETTINGS, ...settings } }, 'prod');

const stack = (name: string, status = 'CREATE_COMPLETE', outputs = '') => `<DescribeStacksResponse
  xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
  <StackName>${name}</StackName><StackId>arn:aws:cloudformation:${REGION}:${ACCOUNT}:stack/${name}/c2b4</StackId>
  <CreationTime>2026-11-20T10:00:00Z</CreationTime><StackStatus>${status}</StackStatus><Outputs>${outputs}</Outputs>
  </member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
const toolkit = (version: number) =>
  stack(
    'CDKToolkit',
    'UPDATE_COMPLETE',
    `<member><OutputKey>BootstrapVersion</OutputKey><OutputValue>${version}</OutputValue></member>`,
  );
const noStack = (name: string) => ({
  status: 400,
  type: 'ValidationError',
  message: `Stack with id ${name} does not exist`,
});
const nameIn = (request: string) => /StackName=([\w-]+)/.exec(request)?.[1] ?? '';

const topicArn = (name: string) => `arn:aws:sns:${REGION}:${ACCOUNT}:payment-service-prod-service-${name}`;
const resource = (
  type: string,
  id: string,
) => `<member><ResourceType>${type}</ResourceType><LogicalResourceId>x</LogicalResourceId>
  <PhysicalResourceId>${id}</PhysicalResourceId><LastUpdatedTimestamp>2026-11-20T10:00:00Z</LastUpdatedTimestamp>
  <ResourceStatus>CREATE_COMPLETE</ResourceStatus></member>`;
const resources = (members: string, next = '') => `<ListStackResourcesResponse
  xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><ListStackResourcesResult><StackResourceSummaries>${members}
  </StackResourceSummaries>${next && `<NextToken>${next}</NextToken>`}</ListStackResourcesResult></ListStackResourcesResponse>`;
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

/** An account in which everything is as it should be. The last page of the service's resources has the second topic. */
const READY: AwsAnswers = {
  'sts GetCallerIdentity': `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
    <Arn>arn:aws:iam::${ACCOUNT}:user/Alice</Arn><UserId>EXAMPLE</UserId><Account>${ACCOUNT}</Account>
    </GetCallerIdentityResult></GetCallerIdentityResponse>`,
  'cloudformation DescribeStacks': (request) =>
    nameIn(request) === 'CDKToolkit' ? toolkit(30) : stack(nameIn(request)),
  'cloudformation ListStackResources': (request) => {
    if (nameIn(request) !== 'payment-service-prod-service') return resources(resource('AWS::DynamoDB::Table', 'tx'));
    return request.includes('NextToken=')
      ? resources(resource('AWS::SNS::Topic', topicArn('Ticket')))
      : resources(resource('AWS::SNS::Topic', topicArn('Page')), 'p2');
  },
  'lambda GetAccountSettings': {
    AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 948 },
    AccountUsage: {},
  },
  'ses GetAccount': { ProductionAccessEnabled: true, SendingEnabled: true, SendQuota: { Max24HourSend: 50000 } },
  'ses GetEmailIdentity': {
    IdentityType: 'EMAIL_ADDRESS',
    VerifiedForSendingStatus: true,
    VerificationStatus: 'SUCCESS',
  },
  'acm DescribeCertificate': (request) => {
    const SubjectAlternativeNames = request.includes(CERTIFICATES.api) ? ['*.pay.pt'] : ['pay.pt', 'app.pay.pt'];
    return { Certificate: { Status: 'ISSUED', SubjectAlternativeNames } };
  },
  'secretsmanager GetSecretValue': {
    Name: 'payment-service/prod/bank-accounts/main',
    SecretString: JSON.stringify(SECRET),
  },
  'sns ListSubscriptionsByTopic': (request) => subscription(topicIn(request), `${topicIn(request)}:6b0e71bd`),
};

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

test('the bootstrap that is required is the newest that a part of the assembly requires', () => {
  const manifest = readFileSync(join(LOCAL_ASSEMBLY_DIR, 'manifest.json'), 'utf8');
  const required = [...manifest.matchAll(/"requiresBootstrapStackVersion": (\d+)/g)].map(([, version]) =>
    Number(version),
  );
  expect(Math.max(...required)).toBe(BOOTSTRAP_VERSION);
});

/** The findings that are not `ok`, a line each. */
async function unready(answers: AwsAnswers, settings = {}): Promise<string[]> {
  Object.assign(aws.answers, answers);
  const findings = await preflight(stageOf(settings));
  return findings.flatMap((each) =>
    each.state === 'ok' ? [] : [`${each.state} ${each.check}: ${each.detail} -> ${each.remedy}`],
  );
}

test('a ready account has no problem; the certificate of CloudFront is read in its region, all else in the stage’s', async () => {
  expect(await unready({})).toEqual([]);
  expect(aws.calls.filter(({ region }) => region === 'us-east-1').map(({ operation }) => operation)).toEqual([
    'acm DescribeCertificate',
  ]);
  expect(new Set(aws.calls.map(({ region }) => region))).toEqual(new Set([REGION, 'us-east-1']));
});

test('in a new account what is missing has its command, and what only the deployment creates is for later', async () => {
  const notFound = { status: 404, type: 'NotFoundException', message: 'Email identity codes@pay.pt does not exist.' };
  const lines = await unready({
    'cloudformation DescribeStacks': (request) => noStack(nameIn(request)),
    'lambda GetAccountSettings': { AccountLimit: { ConcurrentExecutions: 10 } },
    'ses GetAccount': { ProductionAccessEnabled: false, SendingEnabled: true, SendQuota: { Max24HourSend: 200 } },
    'ses GetEmailIdentity': notFound,
    'acm DescribeCertificate': { Certificate: { Status: 'PENDING_VALIDATION', SubjectAlternativeNames: ['*.pay.pt'] } },
    'secretsmanager GetSecretValue': {
      status: 400,
      type: 'ResourceNotFoundException',
      message: 'Secrets Manager can’t find it.',
    },
  });
  expect(lines).toEqual([
    `problem bootstrap: none in ${REGION} -> npx cdk bootstrap aws://${ACCOUNT}/${REGION}`,
    expect.stringMatching(
      /^problem concurrency: 10 executions .* 1000 -> aws service-quotas request-.*L-B99A9384 --desired-value 1000$/,
    ),
    expect.stringMatching(
      /^problem sender: SES does not know codes@pay\.pt .* -> aws sesv2 create-email-identity --region eu-west-1 --email-identity codes@pay\.pt/,
    ),
    expect.stringMatching(/^problem sandbox: .* -> request production access/),
    expect.stringMatching(/^problem certificate of the API: .*PENDING_VALIDATION -> create the CNAME record/),
    expect.stringMatching(
      /^problem certificate of the dashboard: .*PENDING_VALIDATION -> create the CNAME record .*--region us-east-1/,
    ),
    'later stacks: not deployed -> npx cdk deploy --all -c stage=prod',
    expect.stringMatching(/^later secret of main: /),
    expect.stringMatching(/^later subscriptions: /),
  ]);
});

describe('each thing that is not ready is one problem with its remedy:', () => {
  test.each<[string, AwsAnswers, RegExp, object?]>([
    [
      'another account',
      { 'sts GetCallerIdentity': String(READY['sts GetCallerIdentity']).replaceAll(ACCOUNT, '999988887777') },
      /^problem account: .*111122223333.* to 999988887777 .* -> .*AWS_PROFILE/,
    ],
    [
      'an expired token',
      { 'sts GetCallerIdentity': { status: 403, type: 'ExpiredToken', message: 'The security token is expired' } },
      /^problem account: .*expired.* -> .*AWS_PROFILE.*aws sso login/,
    ],
    [
      'an old bootstrap',
      {
        'cloudformation DescribeStacks': (request) =>
          nameIn(request) === 'CDKToolkit' ? toolkit(6) : stack(nameIn(request)),
      },
      /^problem bootstrap: version 6, and 8/,
    ],
    [
      'a lower quota than stated',
      {},
      /^problem concurrency: 1000 .*3000 -> .*--desired-value 3000$/,
      { accountConcurrency: 3_000 },
    ],
    [
      'a sender that is not verified',
      { 'ses GetEmailIdentity': { VerifiedForSendingStatus: false, VerificationStatus: 'PENDING' } },
      /^problem sender: .*PENDING.* -> follow the link .* codes@pay\.pt$/,
    ],
    [
      'sending that AWS has paused',
      { 'ses GetAccount': { ProductionAccessEnabled: true, SendingEnabled: false } },
      /^problem sandbox: .*paused/,
    ],
    [
      'a rolled back stack',
      {
        'cloudformation DescribeStacks': (request) =>
          nameIn(request) === 'CDKToolkit'
            ? toolkit(30)
            : stack(nameIn(request), nameIn(request).endsWith('dashboard') ? 'ROLLBACK_COMPLETE' : 'CREATE_COMPLETE'),
      },
      /^problem stacks: payment-service-prod-dashboard ROLLBACK_COMPLETE -> /,
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
      /^problem concurrency: could not be read: .*lambda:GetAccountSettings -> allow/,
    ],
  ])('%s', async (_what, answers, line, settings = {}) => {
    expect(await unready(answers, settings)).toEqual([expect.stringMatching(line)]);
  });

  test('another region, before any call', async () => {
    process.env.AWS_REGION = 'us-east-1';
    expect(await unready({})).toEqual([expect.stringMatching(/^problem region: .*eu-west-1.* us-east-1 -> /)]);
    expect(aws.calls).toEqual([]);
  });

  test('certificates of another name, and one label deeper than a wildcard', async () => {
    const lines = await unready(
      {},
      {
        apiDomain: { ...SETTINGS.apiDomain, name: 'a.api.pay.pt' },
        dashboardDomain: { ...SETTINGS.dashboardDomain, name: 'www.pay.pt' },
      },
    );
    expect(lines).toEqual([
      expect.stringMatching(
        /^problem certificate of the API: the certificate is for \*\.pay\.pt, and not for a\.api\.pay\.pt -> aws acm request-/,
      ),
      expect.stringMatching(/^problem certificate of the dashboard: .*not for www\.pay\.pt/),
    ]);
  });
});

test('a domain as sender is asked for by its name; a stage without mail and domains needs none of them', async () => {
  expect(await unready({}, { senderDomain: 'pay.pt' })).toEqual([]);
  const bare = { senderEmail: 'none', alarmEmail: 'none', apiDomain: undefined, dashboardDomain: undefined };
  aws.calls.length = 0;
  expect(await unready({}, bare)).toEqual([]);
  expect(aws.calls.filter(({ operation }) => /^(ses|acm) /.test(operation))).toEqual([]);
  const simulated = {
    ...bare,
    production: false,
    bankAccounts: [{ ...SETTINGS.bankAccounts[0], baseUrl: 'simulator' }],
  };
  const answers: AwsAnswers = {
    'cloudformation DescribeStacks': (request) =>
      nameIn(request) === 'CDKToolkit' ? toolkit(30) : noStack(nameIn(request)),
  };
  expect(await unready(answers, simulated)).toEqual([
    'later stacks: not deployed -> npx cdk deploy --all -c stage=prod',
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
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('Ready for payments.');
  Object.assign(aws.answers, { 'ses GetAccount': { ProductionAccessEnabled: false, SendingEnabled: true } });
  const sandbox = preflightText(await preflight(stage));
  expect(sandbox.match(/^PROBLEM {2}.*$/gm)).toEqual([
    expect.stringMatching(/^PROBLEM {2}sandbox: .*Do: request prod/),
  ]);
  expect(ready + sandbox).not.toContain(SECRET.token);
});
