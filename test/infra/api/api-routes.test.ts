import { beforeAll, describe, expect, test } from 'vitest';
import { devTemplates, functionNamesById, idOf, type Resource, synthesized, type Templates } from '../templates.ts';

interface Method {
  path: string;
  verb: string;
  /** Short name of its function. */
  handler: string;
  guarded: boolean;
  properties: Resource['properties'];
}

/** Every method of the merchants' API with its complete path below the stage. */
function methodsOf(templates: Templates): Method[] {
  const resources = templates.resources('service');
  const names = functionNamesById(resources, templates.stage);
  const paths = pathsOf(resources);
  return templates.resources('service', 'AWS::ApiGateway::Method').map(({ properties }) => {
    const handler = [...names].find(([id]) => JSON.stringify(properties.Integration).includes(`["${id}","Arn"]`));
    return {
      path: paths.get(String(idOf(properties.ResourceId))) ?? '/',
      verb: String(properties.HttpMethod),
      handler: handler?.[1] ?? '(none)',
      guarded: properties.AuthorizationType === 'CUSTOM' && properties.ApiKeyRequired === true,
      properties,
    };
  });
}

function pathsOf(resources: readonly Resource[]): Map<string, string> {
  const nodes = new Map(
    resources.filter(({ type }) => type === 'AWS::ApiGateway::Resource').map((node) => [node.id, node]),
  );
  const pathOf = (id: string): string => {
    const node = nodes.get(id);
    return node ? `${pathOf(String(idOf(node.properties.ParentId)))}/${String(node.properties.PathPart)}` : '';
  };
  return new Map([...nodes.keys()].map((id) => [id, pathOf(id)]));
}

const ENDPOINTS = {
  'POST /v1/payments/init': 'payments-init',
  'POST /v1/payments/mbway': 'payments-mbway',
  'POST /v1/payments/multibanco': 'payments-multibanco',
  'GET /v1/payments/status': 'payments-status',
  'GET /v1/events': 'events-feed',
};

const NODES = [
  ...['', '/payments', '/payments/init', '/payments/mbway', '/payments/multibanco', '/payments/status'],
  '/events',
];

describe.each(['dev', 'prod'])('the routes of the API, stage %s', (stage) => {
  let methods: Method[];
  let templates: Templates;
  beforeAll(() => {
    templates = stage === 'dev' ? devTemplates() : synthesized(stage);
    methods = methodsOf(templates);
  });

  test('are the endpoints, a catch-all on and below every node from /v1, and the bank’s path', () => {
    const catchAll = NODES.flatMap((node) => [`ANY /v1${node}`, `ANY /v1${node}/{proxy+}`]);
    const wanted = {
      ...ENDPOINTS,
      ...Object.fromEntries(catchAll.map((route) => [route, 'gateway-not-found'])),
      'POST /bank/{account}/notifications': 'payments-notification',
      'GET /bank/{account}/notifications': 'payments-notification',
    };
    expect(Object.fromEntries(methods.map(({ verb, path, handler }) => [`${verb} ${path}`, handler]))).toEqual(wanted);
  });

  test('have a catch-all wherever a path can end, so that every path under /v1 is metered', () => {
    const paths = [...pathsOf(templates.resources('service')).values()].filter((path) => path.startsWith('/v1'));
    const caught = new Set(methods.filter(({ verb }) => verb === 'ANY').map(({ path }) => path));
    expect(paths.filter((path) => !caught.has(path))).toEqual([]);
  });

  test('require the authorizer and its key on every method under /v1', () => {
    const unguarded = methods.filter(({ path, guarded }) => path.startsWith('/v1') && !guarded);
    expect(unguarded.map(({ verb, path }) => `${verb} ${path}`)).toEqual([]);
    const [authorizer, ...others] = templates.resources('service', 'AWS::ApiGateway::Authorizer');
    expect(others).toEqual([]);
    for (const { path, properties } of methods)
      expect(idOf(properties.AuthorizerId), path).toBe(path.startsWith('/v1') ? authorizer?.id : undefined);
  });

  test('leave the bank’s path open: its notifications carry their authentication', () => {
    const banks = methods.filter(({ path }) => path.startsWith('/bank'));
    expect(banks).toHaveLength(2);
    for (const { properties } of banks) {
      expect(properties).toMatchObject({ AuthorizationType: 'NONE' });
      expect(properties.ApiKeyRequired ?? false).toBe(false);
    }
  });

  test('throttle the bank’s open path, and no other: an hour of nonsense costs less than a dollar', () => {
    const throttled = templates
      .resources('service', 'AWS::ApiGateway::Stage')
      .flatMap(({ properties }) => properties.MethodSettings as Record<string, unknown>[])
      .map(({ HttpMethod, ResourcePath, ThrottlingRateLimit: rate }) => [HttpMethod, ResourcePath, rate]);
    const path = '/~1bank~1{account}~1notifications';
    expect(throttled).toEqual([
      ['POST', path, 50],
      ['GET', path, 50],
    ]);
  });

  test('are logged by the gateway without query and body: the query of a bank’s callback contains a key', () => {
    for (const { properties } of templates.resources('service', 'AWS::ApiGateway::Stage')) {
      expect(JSON.stringify(properties.AccessLogSetting)).not.toMatch(/query|context\.path|body/i);
      for (const settings of properties.MethodSettings as { DataTraceEnabled?: boolean }[])
        expect(settings.DataTraceEnabled ?? false).toBe(false);
      expect(properties.TracingEnabled ?? false).toBe(false);
    }
  });

  test('are served by a regional API, so that the source address is the caller’s', () => {
    const [api] = templates.resources('service', 'AWS::ApiGateway::RestApi');
    expect(api?.properties.EndpointConfiguration).toEqual({ Types: ['REGIONAL'] });
  });
});
