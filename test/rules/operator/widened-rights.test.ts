import { expect, test } from 'vitest';
import { accessChanges } from '../../../lib/operator/access-changes.ts';
import type { RightsTemplate } from '../../../lib/operator/widened-rights.ts';

const ROLE = { Ref: 'Role' };
type Statement = Record<string, unknown>;

const policy = (...Statement: Statement[]): RightsTemplate => ({
  Resources: { Policy: { Type: 'AWS::IAM::Policy', Properties: { PolicyDocument: { Statement }, Roles: [ROLE] } } },
});
const allow = (Action: unknown, Resource: unknown, more = {}): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
});
const resource = (Type: string, Properties: object): RightsTemplate => ({
  Resources: { Thing: { Type, Properties: { ...Properties } } },
});
const trust = (Service: string) =>
  resource('AWS::IAM::Role', {
    AssumeRolePolicyDocument: { Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service } } },
  });

const OPEN = { AuthType: 'NONE' };
const runsAs = (name: string) => resource('AWS::Lambda::Function', { Role: { 'Fn::GetAtt': [name, 'Arn'] } });
const method = (AuthorizationType: string) => resource('AWS::ApiGateway::Method', { AuthorizationType });
const asText = (...Statement: Statement[]) =>
  resource('AWS::Logs::ResourcePolicy', { PolicyDocument: JSON.stringify({ Statement }) });
const queuePolicy = (Ref: string) =>
  resource('AWS::SQS::QueuePolicy', { Queues: [{ Ref }], PolicyDocument: { Statement: [allow('sqs:*', 'r')] } });

test.each<[string, RightsTemplate, RightsTemplate, number]>([
  ['an action more', policy(allow('s:A', 'r')), policy(allow(['s:A', 's:B'], 'r')), 1],
  ['a resource more', policy(allow('s:A', 'r')), policy(allow('s:A', ['r', 'q'])), 1],
  ['a condition less', policy(allow('s:A', 'r', { Condition: { Bool: {} } })), policy(allow('s:A', 'r')), 1],
  ['a pattern', policy(allow('s:Get', 'r')), policy(allow('s:Get*', 'r')), 1],
  [
    'everything but one action',
    policy(allow('s:A', 'r')),
    policy({ Effect: 'Allow', NotAction: 's:B', Resource: 'r' }),
    1,
  ],
  ['a denial less', policy({ Effect: 'Deny', Action: 's:A', Resource: 'r' }), policy(), 1],
  ['the first policy', {}, policy(allow(['s:A', 's:B'], ['r', 'q'])), 4],
  ['another service in a trust', trust('lambda'), trust('ec2'), 1],
  ['a managed policy', resource('AWS::IAM::Role', {}), resource('AWS::IAM::Role', { ManagedPolicyArns: ['arn'] }), 1],
  [
    'no boundary any more',
    resource('AWS::IAM::Role', { PermissionsBoundary: 'arn' }),
    resource('AWS::IAM::Role', {}),
    1,
  ],
  [
    'an inline policy',
    resource('AWS::IAM::Role', {}),
    resource('AWS::IAM::Role', { Policies: [{ PolicyDocument: { Statement: [allow('s:A', 'r')] } }] }),
    1,
  ],
  [
    'a queue open to others',
    {},
    resource('AWS::SQS::QueuePolicy', { PolicyDocument: { Statement: [allow('sqs:*', 'r', { Principal: '*' })] } }),
    1,
  ],
  [
    'a caller of a function',
    {},
    resource('AWS::Lambda::Permission', { Action: 'lambda:InvokeFunction', FunctionName: 'f', Principal: 'p' }),
    1,
  ],
  ['another role of a function', runsAs('Weak'), runsAs('Strong'), 1],
  ['a URL for anybody', resource('AWS::Lambda::Url', { AuthType: 'AWS_IAM' }), resource('AWS::Lambda::Url', OPEN), 1],
  ['a call without authorization', method('CUSTOM'), method('NONE'), 1],
  ['a policy that is a text', asText(allow('s:A', 'r')), asText(allow('s:*', 'r')), 1],
  [
    'a branch of a condition',
    policy(allow('s:A', 'r')),
    policy({ 'Fn::If': ['C', allow('s:A', 'r'), allow('s:B', 'r')] }),
    1,
  ],
  ['a pattern of one character that becomes one of many', policy(allow('s:A?', 'r')), policy(allow('s:A*', 'r')), 1],
  ['the policy of another queue', queuePolicy('Own'), queuePolicy('Other'), 1],
])('%s is a widened right', (_what, before, after, count) => {
  expect(accessChanges(before, after)).toHaveLength(count);
  expect(accessChanges(after, after)).toEqual([]);
});

test.each<[string, RightsTemplate, RightsTemplate]>([
  ['an action less', policy(allow(['s:A', 's:B'], 'r')), policy(allow('s:A', 'r'))],
  ['a statement that is split', policy(allow(['s:A', 's:B'], 'r')), policy(allow('s:B', 'r'), allow('s:A', 'r'))],
  ['an action of a pattern', policy(allow('s:Get*', 'r')), policy(allow('s:GetItem', 'r'))],
  ['an action of a pattern of single characters', policy(allow('s:Get?tem', 'r')), policy(allow('s:GetItem', 'r'))],
  ['a denial more', policy(), policy({ Effect: 'Deny', Action: 's:A', Resource: 'r' })],
  ['a boundary', resource('AWS::IAM::Role', {}), resource('AWS::IAM::Role', { PermissionsBoundary: 'arn' })],
  [
    'a policy with another id',
    policy(allow('s:A', 'r')),
    { Resources: { Other: policy(allow('s:A', 'r')).Resources?.Policy as never } },
  ],
])('%s is none', (_what, before, after) => {
  expect(accessChanges(before, after)).toEqual([]);
});
