import { describe, expect, test } from 'vitest';
import { fullTemplates, type Part, synthesized, type Templates } from '../templates.ts';

const PARTS: Part[] = ['data', 'service', 'dashboard'];

const bare = synthesized('prod');
/** With 300 requests a minute. */
const guarded = fullTemplates();

const all = (templates: Templates, type: string) => PARTS.flatMap((part) => templates.resources(part, type));

interface RateRule {
  Name: string;
  Priority: number;
  Action: object;
  Statement: { RateBasedStatement: { Limit: number; AggregateKeyType: string; [name: string]: unknown } };
  VisibilityConfig: { SampledRequestsEnabled: boolean };
}

describe('the firewall of a stage', () => {
  const [acl, ...others] = all(guarded, 'AWS::WAFv2::WebACL');
  const rules = acl?.properties.Rules as RateRule[];
  const rateOf = (name: string) => rules.find(({ Name }) => Name === name)?.Statement.RateBasedStatement;

  test('is one for the payment API and the user pool', () => {
    expect(others).toEqual([]);
    expect(acl?.properties).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
    const associated = all(guarded, 'AWS::WAFv2::WebACLAssociation').map(({ properties }) => {
      expect(JSON.stringify(properties.WebACLArn)).toContain(acl?.id);
      return JSON.stringify(properties.ResourceArn);
    });
    expect(associated).toHaveLength(2);
    // The ARN of a stage (WAF, AssociateWebACL).
    expect(associated.filter((arn) => /apigateway:eu-west-1::.*stages/.test(arn))).toHaveLength(1);
    expect(associated.filter((arn) => arn.includes('ExportsOutputRefPaymentApi'))).toHaveLength(1);
    expect(associated.filter((arn) => /ExportsOutputFnGetAttUsers\w+Arn/.test(arn))).toHaveLength(1);
  });

  test('blocks a source above the rate of the setting, for a minute at most', () => {
    expect(rateOf('Source')).toMatchObject({ AggregateKeyType: 'IP', Limit: 300, EvaluationWindowSec: 60 });
    for (const { Name, Action } of rules) expect(Action, Name).toEqual({ Block: {} });
    expect(new Set(rules.map(({ Priority }) => Priority)).size).toBe(rules.length);
  });

  test('spares the bank, whose notifications come from few addresses', () => {
    const except = JSON.stringify(rateOf('Source')?.ScopeDownStatement);
    expect(except).toMatch(/^\{"NotStatement"/);
    expect(except).toContain('/api/bank/');
  });

  test('stores no sample of a request, which would have the key or the token in its headers', () => {
    const configs = [acl?.properties, ...rules].map((each) => each?.VisibilityConfig);
    for (const config of configs) expect(config).toMatchObject({ SampledRequestsEnabled: false });
  });

  test('prints its price at synth, and is not there unless it is stated', () => {
    // AWS WAF, pricing: $5 a web ACL, $1 a rule and month, $0.60 a million requests.
    expect(rules).toHaveLength(1);
    expect(guarded.notes.join('\n')).toMatch(
      /^warning: stage prod: firewall: \$6 a month, and \$0\.60 a million requests/m,
    );
    expect(all(bare, 'AWS::WAFv2::WebACL')).toEqual([]);
  });
});

// A client that is throttled must learn when to come back (§7); a throttle of API Gateway answers before the
// authorizer.
test('no throttle is before /v1, and the answer of the firewall has a valid Retry-After', () => {
  for (const { properties } of guarded.resources('service', 'AWS::ApiGateway::Stage'))
    expect(JSON.stringify(properties.MethodSettings)).not.toMatch(/\*|v1/);
  const answer = guarded
    .resources('service', 'AWS::ApiGateway::GatewayResponse')
    .find(({ properties }) => properties.ResponseType === 'WAF_FILTERED');
  expect(answer?.properties.StatusCode).toBe('429');
  const headers = answer?.properties.ResponseParameters as Record<string, string>;
  expect(headers['gatewayresponse.header.Retry-After']).toMatch(/^'[1-9]\d?'$/);
});
