import { describe, expect, test } from 'vitest';
import { devTemplates, idOf } from '../templates.ts';

type Variables = Record<string, unknown>;

const templates = devTemplates();
const plan = (name: string) =>
  templates
    .resources('service', 'AWS::ApiGateway::UsagePlan')
    .find(({ properties }) => String(properties.UsagePlanName).endsWith(name));

describe('the usage plans', () => {
  test('of callers within the limit have no throttle and no quota: they share one key', () => {
    expect(plan('within-limit')?.properties).not.toHaveProperty('Throttle');
    expect(plan('within-limit')?.properties).not.toHaveProperty('Quota');
  });

  test('of callers over the limit admit nothing, or at most one request a month where zero has no effect', () => {
    expect(plan('over-limit')?.properties).toMatchObject({
      Throttle: { RateLimit: 0, BurstLimit: 0 },
      Quota: { Limit: 1, Period: 'MONTH' },
    });
  });

  test('apply to the stage of the API, each with the key that the authorizer names', () => {
    const keys = new Map(
      templates.resources('service', 'AWS::ApiGateway::ApiKey').map((key) => [key.id, key.properties]),
    );
    const links = templates.resources('service', 'AWS::ApiGateway::UsagePlanKey');
    const keyValues = (planId: string | undefined) =>
      links
        .filter(({ properties }) => idOf(properties.UsagePlanId) === planId)
        .map(({ properties }) => keys.get(String(idOf(properties.KeyId)))?.Value);
    const authorize = templates
      .resources('service', 'AWS::Lambda::Function')
      .find(({ properties }) => String(properties.FunctionName).endsWith('gateway-authorize'));
    const { Variables: variables = {} } = (authorize?.properties.Environment ?? {}) as { Variables?: Variables };
    expect(keyValues(plan('within-limit')?.id)).toEqual([variables.WITHIN_LIMIT_KEY]);
    expect(keyValues(plan('over-limit')?.id)).toEqual([variables.OVER_LIMIT_KEY]);
    const [stage] = templates.resources('service', 'AWS::ApiGateway::Stage');
    for (const name of ['within-limit', 'over-limit']) {
      const apiStages = (plan(name)?.properties.ApiStages ?? []) as { Stage: unknown }[];
      expect(apiStages.map(({ Stage }) => idOf(Stage))).toEqual([stage?.id]);
    }
  });

  test('have keys of a length that API Gateway accepts', () => {
    for (const { properties } of templates.resources('service', 'AWS::ApiGateway::ApiKey')) {
      expect(String(properties.Value).length).toBeGreaterThanOrEqual(20);
      expect(String(properties.Value).length).toBeLessThanOrEqual(128);
    }
  });
});

describe('the authorizer', () => {
  const [authorizer] = templates.resources('service', 'AWS::ApiGateway::Authorizer');

  test('runs on every request: no cached answer, no required header', () => {
    expect(authorizer?.properties).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 });
    expect(authorizer?.properties.IdentitySource ?? '').toBe('');
  });

  test('names the key of the plan: none is taken from a caller', () => {
    const [api] = templates.resources('service', 'AWS::ApiGateway::RestApi');
    expect(api?.properties.ApiKeySourceType).toBe('AUTHORIZER');
  });
});
