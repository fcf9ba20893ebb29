import { describe, expect, test } from 'vitest';
import { closure, dependencies, mostAtOnce } from '../creation-width.ts';
import { devAndProd, fullTemplates, idOf, type Part, type Resource, type Templates } from '../templates.ts';

const PARTS: Part[] = ['data', 'simulator', 'service', 'dashboard'];
const STAGES: [string, Templates][] = [...devAndProd(), ['full', fullTemplates()]];
/** Each stack with an API. */
const APIS = STAGES.flatMap(([stage, templates]) =>
  PARTS.filter((part) => templates.has(part) && templates.resources(part, 'AWS::ApiGateway::RestApi').length > 0).map(
    (part): [string, string, Resource[]] => [stage, part, templates.resources(part)],
  ),
);

const ofType = (resources: readonly Resource[], type: string) => resources.filter((each) => each.type === type);

// "Security policies for REST APIs": a regional API accepts TLS 1.0 by default; the access mode is required with every
// policy that begins with SecurityPolicy_ (API Gateway, developer guide).
const TLS_POLICIES = /^SecurityPolicy_TLS13_1_[23]_|^TLS_1_2$/;

describe.each(APIS)('the API of %s, stack %s', (stage, _part, resources) => {
  const [api] = ofType(resources, 'AWS::ApiGateway::RestApi');

  test('refuses TLS below 1.2, and names the access mode that its policy requires', () => {
    expect(String(api?.properties.SecurityPolicy)).toMatch(TLS_POLICIES);
    expect(api?.properties.EndpointAccessMode).toBe('STRICT');
    expect(api?.properties.EndpointConfiguration).toEqual({ Types: ['REGIONAL'] });
  });

  test('survives its stack in production only: its id is the address at every merchant and at the bank', () => {
    expect(api?.deletionPolicy ?? 'Delete').toBe(stage === 'dev' ? 'Delete' : 'RetainExceptOnCreate');
    expect(api?.updateReplacePolicy ?? 'Delete').toBe(stage === 'dev' ? 'Delete' : 'Retain');
  });

  // "Integration timeout for Regional APIs: 29 seconds" (API Gateway quotas).
  test('waits for no function that may run as long as itself', () => {
    const functions = new Map(ofType(resources, 'AWS::Lambda::Function').map(({ id, properties }) => [id, properties]));
    const invoked = resources.flatMap(({ type, properties }) => {
      if (type === 'AWS::ApiGateway::Method') return functionsIn(properties.Integration);
      return type === 'AWS::ApiGateway::Authorizer' ? functionsIn(properties.AuthorizerUri) : [];
    });
    const called = [...new Set(invoked)].filter((id) => functions.has(id));
    expect(called.length).toBeGreaterThan(2);
    for (const id of called) expect(functions.get(id)?.Timeout, id).toBeLessThanOrEqual(28);
  });

  // "API Gateway quotas for creating, deploying and managing an API": 10 requests a second, burst 40, per account.
  test('is created five resources at a time, or has fewer than the burst', () => {
    const waitsFor = closure(dependencies(resources));
    const ids = resources.filter(({ type }) => type.startsWith('AWS::ApiGateway::')).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(20);
    if (ids.length > 40) expect(mostAtOnce(ids, waitsFor)).toBeLessThanOrEqual(5);
  });
});

/** The logical ids in an ARN of an integration. */
function functionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const id = idOf(value);
  return [...(id === undefined ? [] : [id]), ...Object.values(value).flatMap(functionsIn)];
}
