import { expect, test } from 'vitest';
import { accessChanges } from '../../../lib/operator/access-changes.ts';
import type { RightsTemplate, TemplateResource } from '../../../lib/operator/widened-rights.ts';
import { devTemplates, type Part } from '../templates.ts';

type Resources = Record<string, TemplateResource>;

/** The stack as it is, and with a change; what is marked. */
function marked(part: Part, plant: (resources: Resources, template: RightsTemplate) => void): string[] {
  const before = devTemplates().template(part) as unknown as RightsTemplate;
  const after = structuredClone(before);
  plant(after.Resources ?? {}, after);
  expect(after).not.toEqual(before);
  return accessChanges(before, after);
}

function first(resources: Resources, type: string, has = ''): Record<string, unknown> {
  const found = Object.values(resources).find((each) => each.Type === type && JSON.stringify(each).includes(has));
  return found?.Properties as Record<string, unknown>;
}

const planted = (Type: string, Properties = {}) => ({ Type, Properties });
const method = (resources: Resources) => first(resources, 'AWS::ApiGateway::Method', '"CUSTOM"');
const statement = (resources: Resources) =>
  (first(resources, 'AWS::IAM::Policy').PolicyDocument as { Statement: Record<string, unknown>[] }).Statement[0] ?? {};
const FOREIGN = 'arn:aws:lambda:eu-west-1:999999999999:function:f';

test.each<[string, Part, (resources: Resources, template: RightsTemplate) => void, RegExp]>([
  [
    'an output that another stack reads',
    'data',
    (_, { Outputs }) => {
      (Outputs as Record<string, { Value: unknown }>).ExportsOutputFnGetAttTransactions098C5767Arn676F935D = {
        Value: '*',
      };
    },
    /^~ Outputs\.Exports\w+Arn\w+\.Value "\*"$/,
  ],
  [
    'an alarm that tells another account',
    'service',
    (resources) => Object.assign(first(resources, 'AWS::CloudWatch::Alarm'), { AlarmActions: [FOREIGN] }),
    /^~ \w+ AWS::CloudWatch::Alarm\.Properties\.AlarmActions \["arn:aws:lambda:eu-west-1:999999999999/,
  ],
  [
    'a secret that is copied into a description',
    'service',
    (resources) =>
      Object.assign(first(resources, 'AWS::CloudWatch::Alarm'), { AlarmDescription: '{{resolve:secretsmanager:s}}' }),
    /^\? cannot be judged: \w+ .*resolve:secretsmanager/,
  ],
  [
    'an effect that is put together',
    'service',
    (resources) => Object.assign(statement(resources), { Effect: { 'Fn::Join': ['', ['Al', 'low']] } }),
    /^\+ \w+ \{"Fn::Join":\["",\["Al","low"\]\]\}/,
  ],
  [
    'an action that is put together',
    'service',
    (resources) => Object.assign(statement(resources), { Action: { 'Fn::Join': ['', ['dynamodb:', '*']] } }),
    /Allow \{"Fn::Join":\["",\["dynamodb:","\*"\]\]\}/,
  ],
  [
    'an inner stack',
    'service',
    (resources) => Object.assign(resources, { Inner: planted('AWS::CloudFormation::Stack', { TemplateURL: 'u' }) }),
    /^\? cannot be judged: Inner /,
  ],
  [
    'a macro of the template',
    'service',
    (_, template) => Object.assign(template, { Transform: 'AWS::LanguageExtensions' }),
    /^\? cannot be judged: a macro/,
  ],
  [
    'an include among the resources',
    'service',
    (resources) => Object.assign(resources, { 'Fn::Transform': { Name: 'AWS::Include', Parameters: {} } }),
    /^\? cannot be judged: Fn::Transform/,
  ],
  [
    'an include in a property that is not marked',
    'service',
    (resources) =>
      Object.assign(first(resources, 'AWS::CloudWatch::Alarm'), { 'Fn::Transform': { Name: 'AWS::Include' } }),
    /^\? cannot be judged: \w+ .*Fn::Transform/,
  ],
  [
    'a loop',
    'service',
    (resources) => Object.assign(resources, { 'Fn::ForEach::Roles': ['R', ['A'], { 'Role${R}': {} }] }),
    /^\? cannot be judged: Fn::ForEach::Roles/,
  ],
  ['a resource that is null', 'service', (resources) => Object.assign(resources, { Gone: null }), /judged: Gone null/],
  [
    'a policy that is no JSON',
    'service',
    (resources) =>
      Object.assign(resources, {
        Text: planted('AWS::SQS::QueuePolicy', { PolicyDocument: '{"Statement" [', Queues: [null] }),
      }),
    /^\+ null .*Statement/,
  ],
  [
    'the authorization of a method',
    'service',
    (resources) => Object.assign(method(resources), { AuthorizationType: 'AWS_IAM' }),
    /^~ \w+ AWS::ApiGateway::Method\.Properties\.AuthorizationType "AWS_IAM"$/,
  ],
  [
    'the authorizer of a method',
    'service',
    (resources) => Object.assign(method(resources), { AuthorizerId: { Ref: 'Other' } }),
    /^~ \w+ AWS::ApiGateway::Method\.Properties\.AuthorizerId\.Ref "Other"$/,
  ],
  [
    'logs that go to another account',
    'service',
    (resources) =>
      Object.assign(resources, { Out: planted('AWS::Logs::SubscriptionFilter', { DestinationArn: FOREIGN }) }),
    /^\+ Out AWS::Logs::SubscriptionFilter .*999999999999/,
  ],
  [
    'a subscriber',
    'service',
    (resources) =>
      Object.assign(resources, { Out: planted('AWS::SNS::Subscription', { Endpoint: 'https://other.example' }) }),
    /^\+ Out AWS::SNS::Subscription .*other\.example/,
  ],
  [
    'a member of a group',
    'data',
    (resources) => Object.assign(resources, { Member: planted('AWS::Cognito::UserPoolUserToGroupAttachment') }),
    /^\+ Member AWS::Cognito::UserPoolUserToGroupAttachment/,
  ],
  [
    'a public bucket',
    'dashboard',
    (resources) => delete first(resources, 'AWS::S3::Bucket').PublicAccessBlockConfiguration,
    /^- \w+ AWS::S3::Bucket\.Properties\.PublicAccessBlockConfiguration$/,
  ],
  [
    'a bucket that is a website',
    'dashboard',
    (resources) => Object.assign(first(resources, 'AWS::S3::Bucket'), { WebsiteConfiguration: {} }),
    /^\+ \w+ AWS::S3::Bucket\.Properties\.WebsiteConfiguration/,
  ],
  [
    'a bucket without a setting',
    'dashboard',
    (resources) => Object.assign(resources, { Open: { Type: 'AWS::S3::Bucket' } }),
    /^\+ Open AWS::S3::Bucket/,
  ],
  [
    'code of another bucket',
    'service',
    (resources) =>
      Object.assign(first(resources, 'AWS::Lambda::Function').Code as object, { S3Bucket: 'other', S3Key: 'other' }),
    /^[~+] \w+ AWS::Lambda::Function\.Properties\.Code\.S3Bucket "other"$/,
  ],
  [
    'a stage that a deployment makes',
    'service',
    (resources) => Object.assign(first(resources, 'AWS::ApiGateway::Deployment'), { StageName: 'open' }),
    /^\+ \w+ AWS::ApiGateway::Deployment\.Properties\.StageName "open"$/,
  ],
  [
    'code that comes with a layer',
    'service',
    (resources) => Object.assign(first(resources, 'AWS::Lambda::Function'), { Layers: [FOREIGN] }),
    /^\+ \w+ AWS::Lambda::Function\.Properties\.Layers/,
  ],
  [
    'a resource that is of another type',
    'service',
    (resources) => {
      const [id = ''] = Object.entries(resources).find(([, { Type }]) => Type === 'AWS::ApiGateway::Authorizer') ?? [];
      resources[id] = planted('AWS::CloudWatch::Alarm');
    },
    /^- \w+ AWS::ApiGateway::Authorizer$/,
  ],
  [
    "a table's deletion policy",
    'data',
    (resources) => delete resources.Transactions098C5767?.DeletionPolicy,
    /^- \w+ AWS::DynamoDB::Table\.DeletionPolicy$/,
  ],
  [
    'a policy on a condition',
    'service',
    (resources) =>
      Object.assign(Object.values(resources).find(({ Type }) => Type === 'AWS::IAM::Policy') ?? {}, { Condition: 'C' }),
    /^\+ \w+ Allow .*"onlyIf":"C"/,
  ],
])('%s is marked', (_what, part, plant, mark) => {
  const marks = marked(part, plant);
  expect(marks.filter((each) => mark.test(each)).length, marks.join('\n')).toBeGreaterThan(0);
});

test('what every revision changes is not marked', () => {
  const marks = marked('dashboard', (resources) => {
    const { Code } = first(resources, 'AWS::Lambda::Function');
    Object.assign(Code as object, { S3Key: 'other.zip' });
    first(resources, 'Custom::CDKBucketDeployment').SourceObjectKeys = ['other.zip'];
    for (const [id, resource] of Object.entries(resources)) {
      resource.Metadata = { 'aws:cdk:path': 'other' };
      if (resource.Properties?.Tags) resource.Properties.Tags = [];
      if (resource.Type !== 'AWS::ApiGateway::Deployment') continue;
      delete resources[id];
      resources.Deployment2 = resource;
    }
    resources.More = { Type: 'AWS::Logs::LogGroup', DeletionPolicy: 'Retain', Properties: { RetentionInDays: 365 } };
  });
  expect(marks).toEqual([]);
});
