import { describe, expect, test } from 'vitest';
import { devTemplates, idOf, type Part, synthesized, type Templates } from '../templates.ts';

const TOPICS: [string, Part, Templates][] = [
  ['dev', 'service', devTemplates()],
  ['dev', 'simulator', devTemplates()],
  ['prod', 'service', synthesized('prod')],
];

interface Statement {
  Effect: string;
  Action: string | string[];
  Principal?: unknown;
  Resource: unknown;
  Condition?: unknown;
}

describe.each(TOPICS)('the alarm topic, stage %s, stack %s', (_stage, part, templates) => {
  const topics = templates.resources(part, 'AWS::SNS::Topic');
  const statements = templates
    .resources(part, 'AWS::SNS::TopicPolicy')
    .filter(({ properties }) => (properties.Topics as unknown[]).some((topic) => idOf(topic) === topics[0]?.id))
    .flatMap(({ properties }) => (properties.PolicyDocument as { Statement: Statement[] }).Statement);

  test('is the only one', () => {
    expect(topics).toHaveLength(1);
  });

  // A topic's policy replaces the default one, which allows the account's services to publish (SNS, "Example cases for
  // access control").
  test('allows the alarms of this account to publish by a statement of its policy', () => {
    expect(statements).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: { Ref: topics[0]?.id },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
  });

  test('requires TLS', () => {
    expect(statements).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Action: 'sns:Publish',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    );
  });

  test('allows nothing else', () => {
    expect(statements.filter(({ Effect }) => Effect === 'Allow')).toHaveLength(1);
  });

  test('is not encrypted with an AWS managed key, which would prevent CloudWatch from publishing', () => {
    expect(topics[0]?.properties).not.toHaveProperty('KmsMasterKeyId');
  });

  test('receives every alarm of the stack', () => {
    for (const { id, properties } of templates.resources(part, 'AWS::CloudWatch::Alarm')) {
      expect((properties.AlarmActions as unknown[]).map(idOf), id).toEqual([topics[0]?.id]);
    }
  });
});
