import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { rolesOf, stageOf } from '../../lib/stacks/payment-service.ts';
import {
  cdkContext,
  devTemplates,
  fullTemplates,
  PRODUCTION,
  type Properties,
  type Resource,
  type Templates,
} from './templates.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const REPOSITORY = 'shop/payments';
const PIPELINE = { repository: REPOSITORY, environment: 'production' };
const { stages } = cdkContext() as { stages: Record<string, object> };

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource?: unknown;
  Principal?: unknown;
  Condition?: Record<string, Record<string, unknown>>;
}

function rolesWith(pipeline: object): {
  statements(part: string): Statement[];
  trustOf(part: string): Statement[];
  sizes: number[];
} {
  const prod = { ...stages.prod, ...PRODUCTION, pipeline };
  const app = new App({ context: { ...cdkContext(), stage: 'prod', stages: { prod } } });
  rolesOf(app, stageOf(app));
  const { Resources } = Template.fromStack(app.node.findChild('payment-service-prod-roles') as never).toJSON();
  const all = Object.values(Resources as Record<string, { Type: string; Properties: Properties }>);
  const policies = all.filter(({ Type }) => /IAM::(ManagedPolicy|Policy)$/.test(Type));
  return {
    statements: (part) =>
      policies
        .filter(({ Properties: { ManagedPolicyName = '', PolicyName = '' } }) =>
          `${text(ManagedPolicyName)}${PolicyName}`.includes(part),
        )
        .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement),
    trustOf: (part) =>
      all
        .filter(({ Type, Properties }) => Type === 'AWS::IAM::Role' && `${Properties.RoleName}`.endsWith(part))
        .flatMap(({ Properties }) => (Properties.AssumeRolePolicyDocument as { Statement: Statement[] }).Statement),
    // Without white space, which IAM does not count; a reference is shorter than its value.
    sizes: policies.map(
      ({ Properties }) => text(Properties.PolicyDocument).replaceAll('ACCOUNT', '210987654321').length,
    ),
  };
}

/** A template's value as IAM receives it: joined, with the references named. */
function text(value: unknown): string {
  return JSON.stringify(resolved(value));
}

const REFERENCES: Record<string, string> = {
  'AWS::AccountId': 'ACCOUNT',
  'AWS::Region': 'eu-west-1',
  'AWS::Partition': 'aws',
};

function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  const [[key, inner] = ['', undefined]] = Object.entries(value);
  if (key === 'Ref') return REFERENCES[`${inner}`] ?? inner;
  if (key === 'Fn::Join') return (resolved((inner as unknown[])[1]) as unknown[]).join((inner as [string])[0]);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each)]));
}

const actionsOf = (statements: Statement[]) => statements.flatMap(({ Action }) => [Action].flat());

function matches(patterns: string[], action: string): boolean {
  return patterns.some((pattern) =>
    new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`).test(action),
  );
}

describe('the roles of a pipeline', () => {
  const roles = rolesWith(PIPELINE);

  test('trust one environment of one repository, exactly, and its pull requests to read templates only', () => {
    const subjects = { deployer: 'environment:production', operator: 'environment:production', reader: 'pull_request' };
    for (const [part, of] of Object.entries(subjects)) {
      const trust = roles.trustOf(part);
      expect(trust, part).toEqual([
        {
          Effect: 'Allow',
          Action: 'sts:AssumeRoleWithWebIdentity',
          Principal: { Federated: expect.anything() },
          Condition: {
            StringEquals: {
              'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
              'token.actions.githubusercontent.com:sub': `repo:${REPOSITORY}:${of}`,
            },
          },
        },
      ]);
      expect(text(trust), part).not.toMatch(/[*?]/);
    }
    expect(actionsOf(roles.statements('reader'))).toEqual(['cloudformation:GetTemplate']);
  });

  test('the deployer can become the two roles of the bootstrap that deploy, and nobody else', () => {
    const [assume, ...rest] = roles.statements('deployer');
    expect(resolved(assume?.Resource)).toEqual(
      ['deploy', 'file-publishing'].map(
        (part) => `arn:aws:iam::ACCOUNT:role/cdk-hnb659fds-${part}-role-ACCOUNT-eu-west-1`,
      ),
    );
    expect(actionsOf(rest)).toEqual(['cloudformation:DescribeStacks']);
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
    ['environment', 'prod*'],
    ['environment', 'production:ref'],
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

  test('a stage that does not state it has none, and no role of its stacks changes', () => {
    const app = new App({ context: { ...cdkContext(), stage: 'prod' } });
    expect(() => rolesOf(app, stageOf(app))).toThrow('stage prod: pipeline: not stated');
    expect(JSON.stringify(devTemplates().resources('service'))).not.toContain('PermissionsBoundary');
  });

  test('each policy is within IAM’s 6,144 characters', () => {
    expect(roles.sizes).toHaveLength(5);
    expect(Math.max(...roles.sizes)).toBeLessThanOrEqual(6_144);
  });
});

/** Service prefix in IAM where it is not the lower-case name in the type. */
const PREFIXES: Record<string, string> = {
  Cognito: 'cognito-idp',
  ApiGateway: 'apigateway',
  WAFv2: 'wafv2',
  CertificateManager: 'acm',
};

describe('the least rights of the bootstrap', () => {
  const roles = rolesWith(PIPELINE);
  const [execution, boundary] = ['execution', 'boundary'].map((part) => actionsOf(roles.statements(part))) as [
    string[],
    string[],
  ];
  const parts = ['data', 'service', 'dashboard', 'simulator'] as const;
  const resourcesOf = (templates: Templates) =>
    parts.filter((part) => templates.has(part)).flatMap((part) => templates.resources(part));
  const bounded = resourcesOf(fullTemplates({ pipeline: PIPELINE }));
  // Of the simulated bank too.
  const resources = [...bounded, ...resourcesOf(devTemplates())];

  test('cover every type of resource of production and of a test stage', () => {
    const services = new Set(
      resources.flatMap(({ type }) => (type.startsWith('AWS::') ? [type.split('::')[1] ?? ''] : [])),
    );
    expect(services.size).toBeGreaterThan(14);
    const missing = [...services].filter(
      (service) => !execution.some((action) => action.startsWith(`${PREFIXES[service] ?? service.toLowerCase()}:`)),
    );
    expect(missing).toEqual([]);
  });

  test('every role of the stacks has the boundary, which allows each of its actions', () => {
    const made = bounded.filter(({ type }) => type === 'AWS::IAM::Role');
    expect(made.length).toBeGreaterThan(50);
    for (const { id, properties } of made) {
      expect(text(properties.PermissionsBoundary), id).toEqual(
        expect.stringMatching(/:policy\/payment-service-prod-boundary-eu-west-1"/),
      );
      expect(properties.ManagedPolicyArns, id).toBeUndefined();
    }
    const actions = new Set(resources.flatMap(grantedBy));
    expect(actions.size).toBeGreaterThan(25);
    expect([...actions].filter((action) => !matches(boundary, action))).toEqual([]);
  });

  test('a template cannot give more than the boundary: every way to a new right requires it', () => {
    for (const action of ['iam:CreateRole', 'iam:PutRolePolicy', 'iam:PutRolePermissionsBoundary']) {
      const [allowing, ...others] = roles
        .statements('execution')
        .filter((each) => matches([each.Action].flat(), action));
      expect(others, action).toEqual([]);
      expect(text(allowing?.Condition), action).toContain('policy/payment-service-prod-boundary-eu-west-1');
    }
    for (const action of [
      'iam:AttachRolePolicy',
      'iam:DeleteRolePermissionsBoundary',
      'iam:CreatePolicyVersion',
      'iam:CreateUser',
      'sts:AssumeRole',
    ])
      expect(matches(execution, action), action).toBe(false);
    for (const action of ['iam:PassRole', 'sts:AssumeRole', 'lambda:UpdateFunctionCode', 'dynamodb:DeleteTable'])
      expect(matches(boundary, action), action).toBe(false);
  });
});

test('the operator may do what the commands call', () => {
  const sources = globSync(['lib/operator/**/*.ts', 'functions/**/*.ts'], { cwd: ROOT }).filter(
    (file) => !file.includes('simulator'),
  );
  const calls = new Set(sources.flatMap((file) => callsIn(readFileSync(join(ROOT, file), 'utf8'))));
  // Of the streams' functions; no command reads a stream.
  for (const action of ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'sts:GetCallerIdentity'])
    calls.delete(action);
  expect(calls.size).toBeGreaterThan(15);
  const allowed = actionsOf(
    rolesWith(PIPELINE)
      .statements('operator')
      .filter(({ Effect }) => Effect === 'Allow'),
  );
  expect([...calls].filter((action) => !matches(allowed, action))).toEqual([]);
});

/** The calls of AWS in a source, as IAM names them. */
function callsIn(source: string): string[] {
  return [
    ...source.matchAll(
      /import (?:type )?\{([^}]+)\} from '@aws-sdk\/client-([a-z0-9-]+)'|await import\('@aws-sdk\/client-([a-z0-9-]+)'\)/g,
    ),
  ].flatMap(([, names = source, service = '', loaded = '']) => {
    const prefix =
      ({ 'secrets-manager': 'secretsmanager', sesv2: 'ses', 'dynamodb-streams': 'dynamodb' } as Record<string, string>)[
        service || loaded
      ] ??
      (service || loaded);
    const own = loaded ? [] : [...names.matchAll(/\b([A-Z]\w+)Command\b/g)].map(([, name = '']) => name);
    return own.flatMap((name) =>
      name === 'TransactWriteItems'
        ? ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem']
        : [`${prefix}:${prefix === 'sqs' ? name.replace(/Batch$/, '') : name}`],
    );
  });
}

function grantedBy({ type, properties }: Resource): string[] {
  const documents =
    type === 'AWS::IAM::Policy'
      ? [properties]
      : type === 'AWS::IAM::Role'
        ? ((properties.Policies ?? []) as object[])
        : [];
  return documents.flatMap((each) =>
    actionsOf((each as { PolicyDocument: { Statement: Statement[] } }).PolicyDocument.Statement),
  );
}
