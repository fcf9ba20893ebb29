import { expect, test } from 'vitest';
import { accessChanges } from '../../../lib/operator/access-changes.ts';
import type { RightsTemplate } from '../../../lib/operator/widened-rights.ts';

type Statement = Record<string, unknown>;

const resource = (Type: string, Properties: Record<string, unknown>): RightsTemplate => ({
  Resources: { Thing: { Type, Properties } },
});
const policy = (...Statement: Statement[]) =>
  resource('AWS::IAM::Policy', { PolicyDocument: { Statement }, Roles: [{ Ref: 'Role' }] });
const allow = (Action: unknown, Resource: unknown, more = {}): Statement => ({
  ...{ Effect: 'Allow', Action, Resource },
  ...more,
});
const trust = (Service: string) =>
  resource('AWS::IAM::Role', {
    AssumeRolePolicyDocument: { Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service } } },
  });
const method = (AuthorizationType: string) => resource('AWS::ApiGateway::Method', { AuthorizationType });
const runsAs = (role: string) => resource('AWS::Lambda::Function', { Role: { 'Fn::GetAtt': [role, 'Arn'] } });
const bucket = (Properties: Record<string, unknown>) => resource('AWS::S3::Bucket', Properties);
const BLOCKED = { PublicAccessBlockConfiguration: { BlockPublicPolicy: true } };

test.each<[string, RightsTemplate, RightsTemplate, RegExp]>([
  ['an action more', policy(allow('s:A', 'r')), policy(allow(['s:A', 's:B'], 'r')), /^\+ .* Allow s:B "r"$/],
  ['a resource more', policy(allow('s:A', 'r')), policy(allow('s:A', ['r', 'q'])), /^\+ .* s:A "q"$/],
  ['a condition less', policy(allow('s:A', 'r', { Condition: { Bool: {} } })), policy(allow('s:A', 'r')), /s:A/],
  ['a pattern', policy(allow('s:Get', 'r')), policy(allow('s:Get*', 'r')), /s:Get\*/],
  ['a denial less', policy({ Effect: 'Deny', Action: 's:A', Resource: 'r' }), policy(), /Deny s:A/],
  ['an action that is put together', policy(), policy(allow({ 'Fn::Join': ['', ['s:', '*']] }, 'r')), /Fn::Join/],
  ['another service in a trust', trust('lambda'), trust('ec2'), /ec2/],
  ['another role of a function', runsAs('Weak'), runsAs('Strong'), /Strong/],
  ['a call without authorization', method('CUSTOM'), method('NONE'), /^~ .*AuthorizationType "NONE"$/],
  ['a public bucket', bucket(BLOCKED), bucket({}), /^- .*PublicAccessBlockConfiguration$/],
  [
    'a queue open to others',
    {},
    resource('AWS::SQS::QueuePolicy', { PolicyDocument: { Statement: [allow('sqs:*', 'r', { Principal: '*' })] } }),
    /sqs:\*/,
  ],
  ['a subscriber', {}, resource('AWS::SNS::Subscription', { Endpoint: 'https://other.example' }), /other\.example/],
  ['a type that nobody thought of', {}, resource('AWS::New::Door', { Open: true }), /^\+ Thing AWS::New::Door/],
  ['a macro', {}, { Transform: 'AWS::LanguageExtensions', Resources: {} }, /^\? cannot be judged: a macro/],
  ['an inner stack', {}, resource('AWS::CloudFormation::Stack', { TemplateURL: 'u' }), /^\? cannot be judged: Thing/],
  [
    'a secret that is copied into a description',
    resource('AWS::CloudWatch::Alarm', { AlarmDescription: 'a' }),
    resource('AWS::CloudWatch::Alarm', { AlarmDescription: '{{resolve:secretsmanager:s}}' }),
    /^\? cannot be judged: Thing/,
  ],
])('%s is marked', (_what, before, after, mark) => {
  expect(accessChanges(before, after).filter((line) => mark.test(line))).not.toEqual([]);
});

const code = (S3Key: string) => resource('AWS::Lambda::Function', { Code: { S3Bucket: 'b', S3Key } });

test.each<[string, RightsTemplate, RightsTemplate]>([
  ['an action less', policy(allow(['s:A', 's:B'], 'r')), policy(allow('s:A', 'r'))],
  ['a statement that is split', policy(allow(['s:A', 's:B'], 'r')), policy(allow('s:B', 'r'), allow('s:A', 'r'))],
  ['an action of a pattern', policy(allow('s:Get*', 'r')), policy(allow('s:GetItem', 'r'))],
  ['a denial more', policy(), policy({ Effect: 'Deny', Action: 's:A', Resource: 'r' })],
  ['other code of the same place', code('a.zip'), code('b.zip')],
])('%s is not', (_what, before, after) => {
  expect(accessChanges(before, after)).toEqual([]);
});
