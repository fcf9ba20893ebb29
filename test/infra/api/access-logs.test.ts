import { describe, expect, test } from 'vitest';
import { fullTemplates, idOf, type Properties, synthesized } from '../templates.ts';

const prod = synthesized('prod');
const full = fullTemplates();

/**
 * "Variables for access logging for API Gateway": what a caller writes freely, or what identifies more than an address.
 */
const FREE_OR_SECRET =
  /\$context\.(path|requestOverride|identity\.(?!sourceIp")|error\.message|customDomain|protocol|authorizer\.(principalId|claims))/;

describe.each(['service', 'dashboard'] as const)('the access log of the API of the stack %s', (part) => {
  const [stage] = prod.resources(part, 'AWS::ApiGateway::Stage');
  const { DestinationArn, Format } = (stage?.properties.AccessLogSetting ?? {}) as {
    DestinationArn: unknown;
    Format: string;
  };
  const groups = prod.resources(part, 'AWS::Logs::LogGroup');

  test('has a line of JSON for each request, without query, path, header or token', () => {
    const fields = JSON.parse(Format) as Record<string, string>;
    expect(fields).toMatchObject({
      requestId: '$context.requestId',
      status: '$context.status',
      resource: '$context.resourcePath',
    });
    expect(Object.keys(fields)).toEqual(
      expect.arrayContaining(['responseType', 'authorizerStatus', 'integrationStatus', 'sourceIp']),
    );
    expect(Format).not.toMatch(FREE_OR_SECRET);
    // As text: a value that there is not is written as a hyphen, which is no JSON.
    for (const value of Object.values(fields)) expect(value).toMatch(/^(\$context(\.\w+)+|request answered)$/);
  });

  test('is stored as long as the functions’ logs, in a group of its own that no alarm counts', () => {
    const group = groups.find(({ id }) => JSON.stringify(DestinationArn).includes(`"${id}"`));
    expect(group).toMatchObject({ properties: { RetentionInDays: 90 }, deletionPolicy: 'RetainExceptOnCreate' });
    for (const { properties } of prod.resources(part, 'AWS::Lambda::Function'))
      expect(idOf((properties.LoggingConfig as Properties).LogGroup)).not.toBe(group?.id);
    for (const { properties } of prod.resources(part, 'AWS::Logs::MetricFilter'))
      expect(idOf(properties.LogGroupName)).not.toBe(group?.id);
  });

  test('and every function’s are in the saved queries, 50 groups at most', () => {
    for (const [templates, all] of [
      [prod, groups],
      [full, full.resources(part, 'AWS::Logs::LogGroup')],
    ] as const) {
      const queries = templates.resources(part, 'AWS::Logs::QueryDefinition');
      expect(queries.map(({ properties }) => properties.Name).sort()).toEqual(
        ['refused by the gateway', 'request', 'transaction'].map((name) => `payment-service/prod/${part}/${name}`),
      );
      for (const { properties } of queries) {
        const named = (properties.LogGroupNames as unknown[]).map((each) => idOf(each));
        expect(named.sort()).toEqual(all.map(({ id }) => id).sort());
        expect(named.length).toBeLessThanOrEqual(50);
      }
    }
  });
});

test('API Gateway has a role to write them before the first stage, which only it becomes', () => {
  const [account] = prod.resources('service', 'AWS::ApiGateway::Account');
  const [stage] = prod.resources('service', 'AWS::ApiGateway::Stage');
  expect([stage?.dependsOn].flat()).toContain(account?.id);
  const role = prod
    .resources('service', 'AWS::IAM::Role')
    .find(({ id }) => id === idOf(account?.properties.CloudWatchRoleArn));
  const { Statement } = (role?.properties.AssumeRolePolicyDocument ?? {}) as { Statement: unknown[] };
  expect(Statement).toEqual([
    { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'apigateway.amazonaws.com' } },
  ]);
  // The dashboard's API is made later: its stack uses what the service's exports.
  expect(prod.neededBy['payment-service-prod-dashboard']).toContain('payment-service-prod-service');
});
