import { describe, expect, test } from 'vitest';
import { startHost } from '../../lib/local/host.ts';
import {
  ECHO,
  invocationUri,
  lambda,
  mapping,
  queue,
  type Resources,
  restApi,
  type StackFixture,
  start,
  table,
  temporaryFolder,
  writeAssembly,
} from './fixture.ts';

function refusal(resources: Resources, more: Partial<StackFixture> = {}): Promise<unknown> {
  const assemblyDir = writeAssembly({ Stack: { resources, ...more } }, { echo: ECHO });
  const starting = startHost({ assemblyDir, dataDir: temporaryFolder(), port: 0, onLog: () => undefined });
  return starting
    .then((host) => host.stop())
    .then(
      () => 'it started',
      (error: Error) => error.message,
    );
}

const authorizer = (properties: Record<string, unknown>): Resources => ({
  Echo: lambda('echo'),
  Auth: {
    Type: 'AWS::ApiGateway::Authorizer',
    Properties: { Type: 'REQUEST', RestApiId: { Ref: 'Api' }, AuthorizerUri: invocationUri('Echo'), ...properties },
  },
  ...restApi({ 'GET /a': { function: 'Echo', AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Auth' } } }),
});

describe('an unsupported template stops the start with the name of', () => {
  test.each<[string, Resources, string]>([
    ['a type', { X: { Type: 'AWS::Kinesis::Stream' } }, 'Stack/X (AWS::Kinesis::Stream), resource type'],
    [
      'a property',
      { T: table({ ImportSourceSpecification: { InputFormat: 'CSV' } }) },
      'Stack/T (AWS::DynamoDB::Table), property ImportSourceSpecification',
    ],
    [
      'a property at depth',
      { T: table({ GlobalSecondaryIndexes: [{ IndexName: 'i', WarmThroughput: { ReadUnitsPerSecond: 1 } }] }) },
      'property GlobalSecondaryIndexes.WarmThroughput',
    ],
    ['a FIFO queue', { Q: queue({ FifoQueue: true }) }, 'Stack/Q (AWS::SQS::Queue), property FifoQueue'],
    ['an attribute', { Q: { ...queue(), CreationPolicy: {} } }, 'Stack/Q (AWS::SQS::Queue), attribute CreationPolicy'],
    ['an intrinsic', { Q: queue({ QueueName: { 'Fn::Transform': {} } }) }, 'the intrinsic function Fn::Transform'],
    [
      'a dynamic reference',
      { Q: queue({ QueueName: '{{resolve:ssm:x}}' }) },
      'the dynamic reference {{resolve:ssm:x}}',
    ],
    ['a missing resource', { Q: queue({ QueueName: { Ref: 'Gone' } }) }, 'Ref to Gone'],
    [
      'a missing attribute',
      { Q: queue({ QueueName: { 'Fn::GetAtt': ['R', 'Colour'] } }), R: queue() },
      'Fn::GetAtt R.Colour',
    ],
    ['a layer', { F: lambda('echo', { Layers: ['x'] }) }, 'property Layers'],
    ['another runtime', { F: lambda('echo', { Runtime: 'python3.13' }) }, 'property Runtime (python3.13)'],
    ['a missing asset', { F: lambda('gone') }, 'no folder for the asset gone.zip'],
    ['a cached authorizer', authorizer({}), 'property AuthorizerResultTtlInSeconds'],
    ['a token authorizer', authorizer({ Type: 'TOKEN', AuthorizerResultTtlInSeconds: 0 }), 'property Type (TOKEN)'],
    [
      'an integration',
      { Echo: lambda('echo'), ...restApi({ 'GET /a': { function: 'Echo', Integration: { Type: 'MOCK' } } }) },
      'Integration.Type',
    ],
    [
      'signed requests',
      { Echo: lambda('echo'), ...restApi({ 'GET /a': { function: 'Echo', AuthorizationType: 'AWS_IAM' } }) },
      'property AuthorizationType (AWS_IAM)',
    ],
    [
      'a stage setting',
      { Echo: lambda('echo'), ...restApi({ 'GET /a': { function: 'Echo' } }, { CacheClusterEnabled: true }) },
      'property CacheClusterEnabled',
    ],
    [
      'a filter',
      {
        F: lambda('echo'),
        Q: queue(),
        M: mapping('F', ['Q', 'Arn'], { FilterCriteria: { Filters: [{ Pattern: '{"a":[{"cidr":"x"}]}' }] } }),
      },
      'Stack/M (AWS::Lambda::EventSourceMapping), property FilterCriteria',
    ],
    [
      'a cron',
      { R: { Type: 'AWS::Events::Rule', Properties: { ScheduleExpression: 'cron(0 0 * * ? *)', Targets: [] } } },
      'cron',
    ],
    [
      'an event pattern',
      { R: { Type: 'AWS::Events::Rule', Properties: { EventPattern: { source: ['x'] } } } },
      'property EventPattern',
    ],
  ])('%s', async (_what, resources, message) => {
    expect(await refusal(resources)).toContain(message);
  });

  test('circular references', async () => {
    const a = queue({ QueueName: { 'Fn::GetAtt': ['B', 'QueueName'] } });
    const b = queue({ QueueName: { 'Fn::GetAtt': ['A', 'QueueName'] } });
    expect(await refusal({ A: a, B: b })).toContain('refers to itself');
  });

  test('a section, a parameter without default, and two APIs of one stage', async () => {
    expect(await refusal({}, { sections: { Transform: 'x' } })).toContain('section Transform');
    const parameters = { Parameters: { P: { Type: 'String' } } };
    expect(await refusal({ Q: queue({ QueueName: { Ref: 'P' } }) }, { sections: parameters })).toContain(
      'the parameter P, which has no default',
    );
    const stored = { Parameters: { P: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/p' } } };
    expect(await refusal({ Q: queue({ QueueName: { Ref: 'P' } }) }, { sections: stored })).toContain('Parameter Store');
    const second: Resources = {
      Second: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'x' } },
      SecondStage: { Type: 'AWS::ApiGateway::Stage', Properties: { RestApiId: { Ref: 'Second' }, StageName: 'api' } },
    };
    const resources = { Echo: lambda('echo'), ...restApi({ 'GET /a': { function: 'Echo' } }), ...second };
    expect(await refusal(resources)).toContain('two APIs have a stage of this name');
  });

  test('a missing assembly', async () => {
    const starting = startHost({
      assemblyDir: temporaryFolder(),
      dataDir: temporaryFolder(),
      port: 0,
      onLog: () => undefined,
    });
    await expect(starting).rejects.toThrow('No cloud assembly');
  });
});

test('intrinsics, conditions, exports and the public address resolve across stacks', async () => {
  const sections = {
    Parameters: {
      BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk/version' },
      Size: { Type: 'String', Default: 'small' },
    },
    Conditions: {
      Here: { 'Fn::Or': [{ 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'eu-west-1'] }, { 'Fn::Equals': ['a', 'b'] }] },
      There: { 'Fn::Not': [{ Condition: 'Here' }] },
    },
    Mappings: { Sizes: { small: { value: 7 } } },
  };
  const first: StackFixture = {
    sections,
    resources: {
      Meta: { Type: 'AWS::CDK::Metadata', Condition: 'Here' },
      Gone: { Type: 'AWS::SQS::Queue', Condition: 'There' },
      Q: queue({ QueueName: 'fixed', DelaySeconds: { 'Fn::FindInMap': ['Sizes', 'small', 'value'] } }),
      Echo: lambda('echo'),
      ...restApi({ 'GET /a': { function: 'Echo' } }),
    },
    outputs: { Arn: { Value: { 'Fn::GetAtt': ['Q', 'Arn'] }, Export: { Name: 'first:arn' } } },
  };
  const second: StackFixture = {
    resources: {},
    outputs: {
      Weak: {
        Value: { 'Fn::GetStackOutput': { StackName: 'First', OutputName: 'Arn', Region: { Ref: 'AWS::Region' } } },
      },
      Imported: { Value: { 'Fn::ImportValue': 'first:arn' } },
      Sub: {
        Value: {
          'Fn::Sub': [
            // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own placeholders
            '${AWS::StackName}-${x}-${!kept}',
            { x: { 'Fn::Join': ['+', ['a', { Ref: 'AWS::AccountId' }]] } },
          ],
        },
      },
      If: {
        Value: {
          'Fn::Join': [',', [{ Ref: 'AWS::NoValue' }, 'one', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'x/y'] }] }]],
        },
      },
      Base64: { Value: { 'Fn::Base64': 'text' } },
    },
  };
  first.outputs = {
    ...first.outputs,
    Url: {
      Value: {
        'Fn::Join': [
          '',
          [
            'https://',
            { Ref: 'Api' },
            '.execute-api.',
            { Ref: 'AWS::Region' },
            '.',
            { Ref: 'AWS::URLSuffix' },
            '/',
            { Ref: 'Stage' },
            '/v1',
          ],
        ],
      },
    },
    Choice: { Value: { 'Fn::If': ['There', 'there', { Ref: 'Size' }] } },
  };
  const { host } = await start(
    writeAssembly({ Second: { ...second, dependsOn: ['First'] }, First: first }, { echo: ECHO }),
  );
  expect(host.outputs).toEqual({
    First: { Arn: 'arn:aws:sqs:eu-west-1:000000000000:fixed', Url: `${host.url}/api/v1`, Choice: 'small' },
    Second: {
      Weak: 'arn:aws:sqs:eu-west-1:000000000000:fixed',
      Imported: 'arn:aws:sqs:eu-west-1:000000000000:fixed',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder that was not one
      Sub: 'Second-a+000000000000-${kept}',
      If: 'one,y',
      Base64: 'dGV4dA==',
    },
  });
  expect(host.resources.First).not.toHaveProperty('Gone');
  await host.stop();
});
