import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { rolesOf, stageOf } from '../../lib/stacks/payment-service.ts';
import { cdkContext, PRODUCTION, type Properties } from './templates.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const REPOSITORY = 'shop/payments';
const PIPELINE = { repository: REPOSITORY };
const { stages } = cdkContext() as { stages: Record<string, object> };

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource?: unknown;
  Principal?: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

interface Roles {
  of(part: string): Statement[];
  trustOf(part: string): Statement[];
  sizes: number[];
}

function rolesWith(pipeline: object): Roles {
  const prod = { ...stages.prod, ...PRODUCTION, pipeline };
  const app = new App({ context: { ...cdkContext(), stage: 'prod', stages: { prod } } });
  rolesOf(app, stageOf(app));
  const { Resources } = Template.fromStack(app.node.findChild('payment-service-prod-roles') as never).toJSON();
  const all = Object.values(Resources as Record<string, { Type: string; Properties: Properties }>);
  const policies = all.filter(({ Type }) => Type === 'AWS::IAM::Policy');
  const statements = (document: unknown) => (document as { Statement: Statement[] }).Statement;
  return {
    of: (part) =>
      policies
        .filter(({ Properties: { PolicyName } }) => String(PolicyName).includes(part))
        .flatMap(({ Properties: { PolicyDocument } }) => statements(PolicyDocument)),
    trustOf: (part) =>
      all
        .filter(({ Type, Properties: { RoleName } }) => Type === 'AWS::IAM::Role' && `${RoleName}`.endsWith(part))
        .flatMap(({ Properties: { AssumeRolePolicyDocument } }) => statements(AssumeRolePolicyDocument)),
    // IAM counts no white space, and a reference is about as long as its value.
    sizes: policies.map(({ Properties: { PolicyDocument } }) => JSON.stringify(PolicyDocument).length),
  };
}

const roles = rolesWith(PIPELINE);
const actionsOf = (statements: Statement[]) => statements.flatMap(({ Action }) => [Action].flat());

test.each(['deployer', 'operator'])('the %s trusts one environment of one repository, exactly', (part) => {
  expect(roles.trustOf(part)).toEqual([
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRoleWithWebIdentity',
      Principal: { Federated: expect.anything() },
      Condition: {
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          'token.actions.githubusercontent.com:sub': `repo:${REPOSITORY}:environment:production`,
        },
      },
    },
  ]);
});

test('the deployer can become the two roles of the bootstrap that deploy, and nobody else', () => {
  const [assume, ...rest] = roles.of('deployer');
  expect(rest).toEqual([]);
  expect(assume?.Action).toBe('sts:AssumeRole');
  const text = JSON.stringify(assume?.Resource);
  expect(text.match(/cdk-hnb659fds-[a-z-]+-role/g)).toEqual([
    'cdk-hnb659fds-deploy-role',
    'cdk-hnb659fds-file-publishing-role',
  ]);
  expect(text).not.toMatch(/[*?]/);
});

test('a test stage trusts another environment than production, whose jobs wait for no approval', () => {
  const pipeline = { ...PIPELINE };
  const app = new App({ context: { ...cdkContext(), stage: 'dev', stages: { dev: { ...stages.dev, pipeline } } } });
  rolesOf(app, stageOf(app));
  const { Resources } = Template.fromStack(app.node.findChild('payment-service-dev-roles') as never).toJSON();
  expect(JSON.stringify(Resources)).toContain(`"repo:${REPOSITORY}:environment:dev"`);
  expect(JSON.stringify(Resources)).not.toContain('environment:production');
});

test('a person becomes the operator by name; a user needs a second factor', () => {
  const user = 'arn:aws:iam::210987654321:user/ana';
  const role = 'arn:aws:iam::210987654321:role/sso/on-call';
  const [, ...people] = rolesWith({ ...PIPELINE, operators: [user, role] }).trustOf('operator');
  expect(people.map(({ Principal, Condition }) => [Principal, Condition])).toEqual([
    [{ AWS: user }, { Bool: { 'aws:MultiFactorAuthPresent': 'true' } }],
    [{ AWS: role }, undefined],
  ]);
});

test.each([
  ['repository', 'shop/*'],
  ['repository', 'shop'],
  ['operators', ['*']],
  ['operators', ['arn:aws:iam::210987654321:root']],
  ['operators', ['arn:aws:iam::210987654321:role/*']],
])('the setting %s refuses %j', (setting, value) => {
  expect(() => rolesWith({ ...PIPELINE, [setting]: value })).toThrow(`pipeline.${setting}`);
});

test('the repository may have the form of immutable subjects', () => {
  const [trust] = rolesWith({ ...PIPELINE, repository: 'shop@12/payments@345' }).trustOf('deployer');
  expect(JSON.stringify(trust)).toContain('"repo:shop@12/payments@345:environment:production"');
});

test('a stage that does not state its pipeline has no roles', () => {
  const app = new App({ context: { ...cdkContext(), stage: 'prod' } });
  expect(() => rolesOf(app, stageOf(app))).toThrow('stage prod: pipeline: not stated');
});

// IAM and STS quotas: 10,240 characters for all inline policies of a role.
test('the policy of each role is within IAM’s limit', () => {
  expect(roles.sizes).toHaveLength(2);
  expect(Math.max(...roles.sizes)).toBeLessThanOrEqual(10_240);
});

test('the operator may do what the commands call, and become nobody', () => {
  const sources = globSync(['lib/operator/**/*.ts', 'functions/**/*.ts'], { cwd: ROOT }).filter(
    (file) => !file.includes('simulator'),
  );
  const calls = new Set(sources.flatMap((file) => callsIn(readFileSync(join(ROOT, file), 'utf8'))));
  // Of functions alone: no command reads a stream or sends a mail. Who one is needs no right.
  const ofFunctions = ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'ses:SendEmail'];
  for (const action of [...ofFunctions, 'sts:GetCallerIdentity']) calls.delete(action);
  expect(calls.size).toBeGreaterThan(10);
  const allowed = actionsOf(roles.of('operator').filter(({ Effect }) => Effect === 'Allow'));
  expect([...calls].filter((action) => !allowed.includes(action))).toEqual([]);
  const denied = roles.of('operator').filter(({ Effect }) => Effect === 'Deny');
  expect(actionsOf(denied)).toEqual(['iam:*', 'sts:AssumeRole']);
});

/** The calls of AWS in a source, as IAM names them. */
function callsIn(source: string): string[] {
  const imports = source.matchAll(/import (?:type )?\{([^}]+)\} from '@aws-sdk\/client-([a-z0-9-]+)'/g);
  return [...imports].flatMap(([, names = '', service = '']) => {
    const prefix =
      ({ 'secrets-manager': 'secretsmanager', sesv2: 'ses', 'dynamodb-streams': 'dynamodb' } as Record<string, string>)[
        service
      ] ?? service;
    return [...names.matchAll(/\b([A-Z]\w+)Command\b|\bpaginate(\w+)/g)].flatMap(([, sent, name = sent ?? '']) =>
      name === 'TransactWriteItems'
        ? ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem']
        : [`${prefix}:${prefix === 'sqs' ? name.replace(/Batch$/, '') : name}`],
    );
  });
}
