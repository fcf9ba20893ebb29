import { describe, expect, test } from 'vitest';
import { cdkSetting, devAndProd, fullTemplates, type Part, type Properties, synthesized } from './templates.ts';

const PARTS: Part[] = ['data', 'service', 'dashboard'];
const prod = synthesized('prod');
const full = fullTemplates();

describe('a production stage', () => {
  test('belongs to its account and region: the CDK refuses the credentials of another', () => {
    for (const { environment } of full.stacks) expect(environment).toBe('aws://210987654321/eu-west-1');
    for (const { environment } of prod.stacks) expect(environment).toMatch(/^aws:\/\/\d{12}\/[a-z]+-[a-z]+-\d$/);
  });

  test('cannot be deleted by mistake, in any of its stacks', () => {
    for (const templates of [prod, full]) {
      expect(templates.stacks).toHaveLength(3);
      for (const { name, terminationProtection } of templates.stacks) expect(terminationProtection, name).toBe(true);
    }
  });
});

test('deployments ask before they widen permissions', () => {
  expect(cdkSetting('requireApproval')).toBe(undefined);
});

// Cost allocation and access by tag need the tags on each resource.
test('every resource that can have tags has those of its stage, and so has each stack', () => {
  const expected = { service: 'payment-service', stage: 'prod', team: 'payments' };
  for (const { tags } of full.stacks) expect(tags).toEqual(expected);
  const tagged = PARTS.flatMap((part) => full.resources(part)).flatMap(({ id, type, properties }) => {
    const tags = tagsOf(properties);
    // The CDK's own providers get the stack's tags, at deployment.
    if (!TAGGED.includes(type) || id.startsWith('CustomS3')) return [];
    expect(tags, id).toMatchObject(expected);
    return [type];
  });
  expect([...new Set(tagged)].sort()).toEqual(TAGGED);
});

const TAGGED = [
  'AWS::ApiGateway::ApiKey',
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::UsagePlan',
  'AWS::CloudFront::Distribution',
  'AWS::CloudWatch::Alarm',
  'AWS::Cognito::UserPool',
  'AWS::DynamoDB::Table',
  'AWS::IAM::Role',
  'AWS::Lambda::Function',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
];

function tagsOf({ Tags, UserPoolTags }: Properties): Record<string, unknown> {
  if (UserPoolTags) return UserPoolTags as Record<string, unknown>;
  const list = (Tags ?? []) as { Key: string; Value: unknown }[];
  return Object.fromEntries(list.map(({ Key, Value }) => [Key, Value]));
}

// Names of CloudFront, IAM and S3 are unique in an account or beyond: a second region must share none.
test.each(devAndProd())('each global name of stage %s has its region', (_stage, templates) => {
  const GLOBAL = /^AWS::(CloudFront|IAM|S3|Route53)::/;
  const names = PARTS.flatMap((part) => templates.resources(part))
    .filter(({ type }) => GLOBAL.test(type))
    .flatMap(({ properties }) => fixedNames(properties).map((name) => resolved(name, 'eu-west-1')));
  expect(names.length).toBeGreaterThanOrEqual(3);
  for (const name of names) {
    expect(name).toContain('eu-west-1');
    // CloudFront's limits: 64 for an access control and a function, 128 for a policy.
    expect(name.length, name).toBeLessThanOrEqual(64);
  }
});

/** The values of `Name` and `…Name` that a template gives to a resource itself. */
function fixedNames(properties: Properties): unknown[] {
  const configs = Object.entries(properties).filter(([key]) =>
    /^(Name|RoleName|BucketName|ManagedPolicyName)$|Config$/.test(key),
  );
  return configs.flatMap(([key, value]) =>
    key.endsWith('Config') ? [(value as Properties).Name ?? []].flat() : [value],
  );
}

function resolved(name: unknown, region: string): string {
  if (typeof name === 'string') return name;
  const { 'Fn::Join': join, Ref: reference } = name as { 'Fn::Join'?: [string, unknown[]]; Ref?: string };
  return join
    ? join[1].map((part) => resolved(part, region)).join(join[0])
    : reference === 'AWS::Region'
      ? region
      : '?';
}
