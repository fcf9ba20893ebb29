import { describe, expect, test } from 'vitest';
import {
  cdkSetting,
  fullTemplates,
  type Part,
  PRODUCTION,
  type Properties,
  synthesized,
  type Templates,
} from './templates.ts';

const ACCOUNT = { name: 'main', provider: 'sibs', baseUrl: 'https://bank.example/v2' };
const SETTINGS = { ...PRODUCTION, bankAccounts: [ACCOUNT], defaultBankAccount: 'main' };
const PARTS: Part[] = ['data', 'service', 'dashboard'];

const trial = (settings: Record<string, unknown> = {}): Templates =>
  synthesized('trial', { stages: { trial: { ...SETTINGS, ...settings } } });

const prod = synthesized('prod');
const NONE = { alarmEmail: 'none', senderEmail: 'none', tags: { team: 'payments' } };

describe('a production stage', () => {
  test.each(['account', 'region', 'supportEmail', 'alarmEmail', 'senderEmail'])('requires %s', (setting) => {
    expect(() => trial({ [setting]: undefined })).toThrow(
      new RegExp(`^stage trial: ${setting}: required in production`),
    );
  });

  test.each([
    ['account', '12345'],
    ['account', 210987654321],
    ['region', 'Ireland'],
    ['region', 'eu-west'],
    ['alarmEmail', 'nobody'],
    ['senderEmail', 'NONE'],
    ['tags', { 'aws:team': 'payments' }],
    ['tags', { team: 7 }],
  ])('refuses %s %s', (setting, value) => {
    expect(() => trial({ [setting]: value })).toThrow(new RegExp(`^stage trial: ${setting}`));
  });

  test('belongs to its account and region: the CDK refuses the credentials of another', () => {
    for (const { environment } of trial().stacks) expect(environment).toBe('aws://210987654321/eu-west-1');
    for (const { environment } of prod.stacks) expect(environment).toMatch(/^aws:\/\/\d{12}\/[a-z]+-[a-z]+-\d$/);
  });

  test('cannot be deleted by mistake, in any of its stacks', () => {
    for (const templates of [prod, trial()]) {
      expect(templates.stacks).toHaveLength(3);
      for (const { name, terminationProtection } of templates.stacks) expect(terminationProtection, name).toBe(true);
    }
  });

  test('sends each alarm and each code to an address, or warns that it sends none', () => {
    const sends = (templates: Templates) => [
      templates
        .resources('service', 'AWS::SNS::Subscription')
        .some(({ properties }) => properties.Protocol === 'email'),
      templates
        .resources('data', 'AWS::Cognito::UserPool')
        .some(({ properties }) => 'EmailConfiguration' in properties),
    ];
    expect(sends(prod)).toEqual([true, true]);
    const none = trial(NONE);
    expect(sends(none)).toEqual([false, false]);
    expect(none.notes.join('\n')).toMatch(/^warning: stage trial: alarmEmail: none: nobody receives an alarm/m);
    expect(none.notes.join('\n')).toMatch(/^warning: stage trial: senderEmail: none: .*50 mails a day/m);
    expect(trial().notes.join('\n')).not.toMatch(/: (alarmEmail|senderEmail|supportEmail|account):/);
  });

  test('warns of each protective setting that is left at its default, and of none that is stated', () => {
    const mails = ['alarmEmail', 'senderEmail'];
    const domains = ['apiDomain', 'dashboardDomain'];
    const limits = ['accountConcurrency', 'logRetentionDays', 'firewall', 'keyringReplicaRegion'];
    const protective = [...mails, ...limits, ...domains];
    const warned = trial(NONE).notes.flatMap((note) => /^warning: stage trial: (\w+): /.exec(note)?.[1] ?? []);
    expect(warned.sort()).toEqual(protective.sort());
    expect(fullTemplates().notes.map((note) => note.replace(/^warning: stage prod: (\w+): .*/, '$1'))).toEqual([
      'firewall',
    ]);
  });

  test('warns of addresses that nobody reads, and of an account of AWS’s documentation', () => {
    const email = 'ops@shop.example';
    const settings = { alarmEmail: email, senderEmail: email, supportEmail: email, account: '111122223333' };
    for (const setting of Object.keys(settings))
      expect(trial(settings).notes.join('\n')).toMatch(
        new RegExp(`^warning: stage trial: ${setting}: .* is an example`, 'm'),
      );
  });
});

test('deployments ask before they widen permissions', () => {
  expect(cdkSetting('requireApproval')).toBe(undefined);
});

// Cost allocation and access by tag need the tags on each resource.
test('every resource that can have tags has those of its stage, and so has each stack', () => {
  const templates = trial(NONE);
  const expected = { service: 'payment-service', stage: 'trial', team: 'payments' };
  for (const { tags } of templates.stacks) expect(tags).toEqual(expected);
  const tagged = PARTS.flatMap((part) => templates.resources(part)).flatMap(({ id, type, properties }) => {
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

// Names of CloudFront, IAM and S3 are unique in an account or beyond, in all regions.
describe('a second region of the same account', () => {
  const GLOBAL = /^AWS::(CloudFront|IAM|S3|Route53)::/;
  const namesIn = (region: string | undefined, environment: string) =>
    PARTS.flatMap((part) => synthesized('trial', regional(region)).resources(part))
      .filter(({ type }) => GLOBAL.test(type))
      .flatMap(({ id, properties }) => fixedNames(properties).map((name) => `${id} ${resolved(name, environment)}`));
  const regional = (region: string | undefined) => ({
    stages: { trial: { ...SETTINGS, production: region !== undefined, region } },
  });

  test.each([
    ['with the setting', 'eu-west-1', 'eu-south-2'],
    ['by the credentials', undefined, undefined],
  ])('shares no name with the first, %s', (_how, one, other) => {
    const first = namesIn(one, 'eu-west-1');
    const second = namesIn(other, 'eu-south-2');
    expect(first.length).toBeGreaterThanOrEqual(3);
    expect(first.filter((name) => second.includes(name))).toEqual([]);
    // CloudFront's limits: 64 for an access control and a function, 128 for a policy.
    for (const name of first) expect(name.split(' ')[1]?.length, name).toBeLessThanOrEqual(64);
  });
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
