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
    [
      'a property with the file where to add it',
      { Q: queue({ FifoQueue: true }) },
      'Stack/Q (AWS::SQS::Queue), property FifoQueue: add it in lib/local/template/supported-types.ts',
    ],
    [
      'a local index',
      { T: table({ LocalSecondaryIndexes: [{ IndexName: 'i' }] }) },
      'property LocalSecondaryIndexes: add it in lib/local/template/supported-types.ts',
    ],
    [
      'a stage variable',
      { Echo: lambda('echo'), ...restApi({ 'GET /a': { function: 'Echo' } }, { Variables: { a: 'b' } }) },
      'property Variables: add it in lib/local/template/supported-types.ts',
    ],
    [
      'a condition',
      { Q: { ...queue(), Condition: 'Here' } },
      'Stack/Q (AWS::SQS::Queue), attribute Condition: add it in lib/local/template/support.ts',
    ],
    [
      'an intrinsic',
      { Q: queue({ VisibilityTimeout: { 'Fn::If': ['a', 1, 2] } }) },
      'the intrinsic function Fn::If: add it in lib/local/template/intrinsics.ts',
    ],
    [
      'a dynamic reference',
      { Q: queue({ VisibilityTimeout: '{{resolve:ssm:x}}' }) },
      'the dynamic reference {{resolve:ssm:x}}',
    ],
    ['a missing resource', { Q: queue({ VisibilityTimeout: { Ref: 'Gone' } }) }, 'Ref to Gone'],
    [
      'a missing attribute',
      { Q: queue({ VisibilityTimeout: { 'Fn::GetAtt': ['R', 'Colour'] } }), R: queue() },
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
      'a variable of the gateway',
      {
        R: {
          Type: 'AWS::ApiGateway::GatewayResponse',
          Properties: {
            RestApiId: { Ref: 'Api' },
            ResponseType: 'DEFAULT_5XX',
            ResponseTemplates: { 'application/json': '"$context.stage"' },
          },
        },
        Echo: lambda('echo'),
        ...restApi({ 'GET /a': { function: 'Echo' } }),
      },
      'variable context.stage: add it in lib/local/api/model.ts',
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
    ['a cron', { R: { Type: 'AWS::Events::Rule', Properties: { ScheduleExpression: 'cron(0 0 * * ? *)' } } }, 'cron'],
    [
      'an event pattern',
      { R: { Type: 'AWS::Events::Rule', Properties: { EventPattern: { source: ['x'] } } } },
      'property EventPattern',
    ],
  ])('%s', async (_what, resources, message) => {
    expect(await refusal(resources)).toContain(message);
  });

  test('a section, a function that may answer too late, and two APIs of one stage', async () => {
    expect(await refusal({}, { sections: { Conditions: {} } })).toMatch(/section Conditions .*template\/assembly\.ts$/);
    const late = { Echo: lambda('echo', { Timeout: 30 }), ...restApi({ 'GET /a': { function: 'Echo' } }) };
    expect(await refusal(late)).toContain('Timeout');
    const second: Resources = {
      Second: { Type: 'AWS::ApiGateway::RestApi', Properties: {} },
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

test('intrinsics, exports and the public address resolve across stacks', async () => {
  const url = ['https://', { Ref: 'Api' }, '.execute-api.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }];
  const first: StackFixture = {
    resources: {
      Q: queue(),
      Topic: { Type: 'AWS::SNS::Topic' },
      Echo: lambda('echo'),
      ...restApi({ 'GET /a': { function: 'Echo' } }),
    },
    outputs: {
      Arn: { Value: { 'Fn::GetAtt': ['Q', 'Arn'] }, Export: { Name: 'first:arn' } },
      Url: { Value: { 'Fn::Join': ['', [...url, '/', { Ref: 'Stage' }, '/v1']] } },
      Topic: { Value: { Ref: 'Topic' } },
    },
  };
  const second: StackFixture = {
    resources: {},
    outputs: {
      Imported: { Value: { 'Fn::ImportValue': 'first:arn' } },
      Joined: { Value: { 'Fn::Join': ['-', [{ Ref: 'AWS::Partition' }, { Ref: 'AWS::AccountId' }]] } },
      Part: { Value: { 'Fn::Select': [1, { 'Fn::Split': ['/', 'x/y'] }] } },
    },
  };
  const { host } = await start(writeAssembly({ Second: second, First: first }, { echo: ECHO }));
  const arn = expect.stringMatching(/^arn:aws:sqs:eu-west-1:000000000000:First-Q-\w+$/);
  expect(host.outputs).toEqual({
    First: { Arn: arn, Url: `${host.url}/api/v1`, Topic: 'inert-Topic' },
    Second: { Imported: host.outputs.First?.Arn, Joined: 'aws-000000000000', Part: 'y' },
  });
  await host.stop();
});
