import { describe, expect, test } from 'vitest';
import { devAndProd, devTemplates, functionNamesById, idOf, type Resource, type Templates } from '../templates.ts';

const STAGES = devAndProd();

interface Method {
  route: string;
  handler: string;
  properties: Resource['properties'];
}

function methodsOf(templates: Templates): Method[] {
  const resources = templates.resources('dashboard');
  const names = functionNamesById(resources, templates.stage);
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const pathOf = (id: string | undefined): string => {
    const node = byId.get(id ?? '');
    return node?.type === 'AWS::ApiGateway::Resource'
      ? `${pathOf(idOf(node.properties.ParentId))}/${node.properties.PathPart}`
      : '';
  };
  return templates.resources('dashboard', 'AWS::ApiGateway::Method').map(({ properties }) => {
    const handler = [...names].find(([id]) => JSON.stringify(properties.Integration).includes(`["${id}","Arn"]`));
    return {
      route: `${properties.HttpMethod} ${pathOf(idOf(properties.ResourceId))}`,
      handler: handler?.[1] ?? '(none)',
      properties,
    };
  });
}

describe.each(STAGES)('the dashboard’s API, stage %s', (_stage, templates) => {
  const methods = methodsOf(templates);

  test('has one function for each right, and one for keys and secrets', () => {
    expect(Object.fromEntries(methods.map(({ route, handler }) => [route, handler]))).toEqual({
      'GET /api/me': 'dashboard-secrets',
      'ANY /api/me/{proxy+}': 'dashboard-me',
      'ANY /api/merchant/{proxy+}': 'dashboard-merchant',
      'ANY /api/merchant/secrets/{proxy+}': 'dashboard-secrets',
      'ANY /api/finance/{proxy+}': 'dashboard-finance',
      'ANY /api/operator/{proxy+}': 'dashboard-operator',
    });
  });

  test('requires a token of the user pool for every method', () => {
    const [authorizer, ...others] = templates.resources('dashboard', 'AWS::ApiGateway::Authorizer');
    expect(others).toEqual([]);
    expect(authorizer?.properties).toMatchObject({
      Type: 'COGNITO_USER_POOLS',
      IdentitySource: 'method.request.header.Authorization',
      // A cached answer would outlive its token.
      AuthorizerResultTtlInSeconds: 0,
    });
    const [users] = templates.resources('data', 'AWS::Cognito::UserPool');
    expect(JSON.stringify(authorizer?.properties.ProviderARNs)).toContain(`${users?.id}Arn`);
    for (const { route, properties } of methods) {
      expect(properties.AuthorizationType, route).toBe('COGNITO_USER_POOLS');
      expect(idOf(properties.AuthorizerId), route).toBe(authorizer?.id);
      // With scopes it would require an access token, which does not identify the person.
      expect(properties, route).not.toHaveProperty('AuthorizationScopes');
    }
  });

  test('has the path that the page calls, is regional, and is throttled', () => {
    expect(templates.resources('dashboard', 'AWS::ApiGateway::RestApi')).toHaveLength(1);
    expect(templates.resources('dashboard', 'AWS::ApiGateway::RestApi')[0]?.properties.EndpointConfiguration).toEqual({
      Types: ['REGIONAL'],
    });
    const [stage] = templates.resources('dashboard', 'AWS::ApiGateway::Stage');
    expect(stage?.properties.StageName).toBe('dashboard');
    expect(stage?.properties.MethodSettings).toEqual([
      expect.objectContaining({ ResourcePath: '/*', HttpMethod: '*', ThrottlingRateLimit: expect.any(Number) }),
    ]);
  });

  test('logs no bodies: they contain secrets and orders', () => {
    for (const { properties } of templates.resources('dashboard', 'AWS::ApiGateway::Stage')) {
      expect(JSON.stringify(properties.AccessLogSetting)).not.toMatch(/query|context\.path|body/i);
      for (const settings of properties.MethodSettings as { DataTraceEnabled?: boolean }[])
        expect(settings.DataTraceEnabled ?? false).toBe(false);
    }
  });

  test('is the only caller of its functions', () => {
    const api = templates.resources('dashboard', 'AWS::ApiGateway::RestApi')[0]?.id;
    const permissions = templates.resources('dashboard', 'AWS::Lambda::Permission');
    expect(permissions).toHaveLength(methods.length);
    for (const { id, properties } of permissions) {
      expect(properties.Principal, id).toBe('apigateway.amazonaws.com');
      expect(JSON.stringify(properties.SourceArn), id).toContain(`{"Ref":"${api}"}`);
    }
  });

  test('has an alarm for its failures', () => {
    const alarms = templates
      .resources('dashboard', 'AWS::CloudWatch::Alarm')
      .filter(({ properties }) => properties.MetricName === '5XXError');
    expect(alarms).toHaveLength(1);
    expect(alarms[0]?.properties.AlarmActions).toHaveLength(1);
  });
});

// The page goes by the status. By default an expired token is 403, and a time-out 504 (API Gateway,
// "Gateway response types").
test('the gateway responses of the dashboard give a status that the page knows where the default is another one', () => {
  const answers = devTemplates().resources('dashboard', 'AWS::ApiGateway::GatewayResponse');
  const statuses = answers.map(({ properties }) => [properties.ResponseType, properties.StatusCode]);
  expect(Object.fromEntries(statuses)).toEqual({ EXPIRED_TOKEN: '401', DEFAULT_5XX: '500' });
});

test.each(STAGES)('%s: answers of the dashboard are compressed, those of the payment API are not', (_, templates) => {
  const sizes = (['dashboard', 'service'] as const).map((stack) =>
    templates.resources(stack, 'AWS::ApiGateway::RestApi').map(({ properties }) => properties.MinimumCompressionSize),
  );
  expect(sizes).toEqual([[1_024], [undefined]]);
});
