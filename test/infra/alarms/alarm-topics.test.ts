import { describe, expect, test } from 'vitest';
import { devTemplates, idOf, type Part, synthesized, type Templates } from '../templates.ts';

const prod = synthesized('prod');
const STACKS: [string, Part, Templates, string[]][] = [
  ['dev', 'service', devTemplates(), ['Page', 'Ticket']],
  ['dev', 'simulator', devTemplates(), ['Ticket']],
  ['prod', 'service', prod, ['Page', 'Ticket']],
];

interface Statement {
  Effect: string;
  Action: string | string[];
  Principal?: unknown;
  Resource: unknown;
  Condition?: unknown;
}

describe.each(STACKS)('the alarm topics, stage %s, stack %s', (_stage, part, templates, urgencies) => {
  const topics = templates.resources(part, 'AWS::SNS::Topic');
  const statementsOf = (id: string) =>
    templates
      .resources(part, 'AWS::SNS::TopicPolicy')
      .filter(({ properties }) => (properties.Topics as unknown[]).some((topic) => idOf(topic) === id))
      .flatMap(({ properties }) => (properties.PolicyDocument as { Statement: Statement[] }).Statement);

  test('are one for each urgency', () => {
    expect(topics.map(({ id }) => /^Alarms(Page|Ticket)/.exec(id)?.[1]).sort()).toEqual(urgencies);
    const names = topics.map(({ properties }) => String(properties.DisplayName));
    expect(new Set(names).size).toBe(topics.length);
  });

  // A topic's policy replaces the default one, which allows the account's services to publish (SNS, "Example cases for
  // access control").
  test('allow the alarms of this account to publish by a statement of their policy, and nothing else', () => {
    for (const { id } of topics) {
      expect(statementsOf(id).filter(({ Effect }) => Effect === 'Allow')).toEqual([
        expect.objectContaining({
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Action: 'sns:Publish',
          Resource: { Ref: id },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        }),
      ]);
    }
  });

  test('require TLS', () => {
    for (const { id } of topics) {
      expect(statementsOf(id)).toContainEqual(
        expect.objectContaining({
          Effect: 'Deny',
          Action: 'sns:Publish',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      );
    }
  });

  test('are not encrypted with an AWS managed key, which would prevent CloudWatch from publishing', () => {
    for (const { properties } of topics) expect(properties).not.toHaveProperty('KmsMasterKeyId');
  });

  test('receive every alarm of the stack, one topic each; one that pages also when it is over', () => {
    for (const { id, properties } of templates.resources(part, 'AWS::CloudWatch::Alarm')) {
      const [topic, ...more] = (properties.AlarmActions as unknown[]).map(idOf);
      expect([topics.some((each) => each.id === topic), more], id).toEqual([true, []]);
      const isPage = topic?.startsWith('AlarmsPage');
      expect(((properties.OKActions ?? []) as unknown[]).map(idOf), id).toEqual(isPage ? [topic] : []);
    }
  });
});

test('both topics mail to the stage’s address', () => {
  const topics = prod.resources('service', 'AWS::SNS::Topic').map(({ id }) => id);
  const subscriptions = prod.resources('service', 'AWS::SNS::Subscription');
  expect(subscriptions.map(({ properties }) => idOf(properties.TopicArn)).sort()).toEqual(topics.sort());
  for (const { properties } of subscriptions)
    expect(properties).toMatchObject({ Protocol: 'email', Endpoint: 'alarms@payment-service.example' });
});

/** Alarms on which somebody must act at once: customers cannot pay, or merchants are not notified. */
const PAGES = [
  'A bank does not answer',
  'Calls of merchants or notifications of a bank are answered 500',
  'Expired payments stay pending',
  'Merchants cannot call the API',
  'No notification of a bank is authentic',
  'The sweep does not run or falls behind',
  'Webhooks that are due are not sent',
];
/** Alarms that can wait for the next working day: one for each kind and stack. */
const TICKETS = [
  'A function logged an error',
  'Days are not compared with the bank any more',
  'Four fifths of the account',
  'Many bank notifications are rejected',
  'Merchants, finance and operators see errors on the dashboard',
  'Messages wait in a queue',
  'Messages were given up',
  'One of these: Money and record disagree',
  'Records wait in the stream',
];

test.each([
  ['page', PAGES],
  ['ticket', TICKETS],
])('production: a %s is by what a person must do', (urgency, wanted) => {
  const alarms = (['service', 'dashboard'] as const).flatMap((part) => prod.resources(part, 'AWS::CloudWatch::Alarm'));
  const sentences = alarms
    .filter(({ properties }) => JSON.stringify(properties.AlarmActions).toLowerCase().includes(`alarms${urgency}`))
    .map(({ properties }) => String(properties.AlarmDescription))
    .sort();
  expect(sentences.map((each, index) => each.slice(0, wanted[index]?.length))).toEqual(wanted);
});
