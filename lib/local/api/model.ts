import type { Clock } from '../clock/clock.ts';
import { isObject, type JsonObject, objectOf } from '../json.ts';
import { rootResourceId } from '../template/physical.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import type { GatewayResponse } from './gateway-response.ts';
import { readPlans, type StagePlans } from './plans.ts';
import { type Authorizer, authorizerOf, functionOf, type KnownFunctions } from './read-authorizer.ts';
import type { RouteNode } from './routes.ts';
import { TokenBucket } from './token-bucket.ts';

export interface Method {
  functionArn: string;
  apiKeyRequired: boolean;
  authorizer?: Authorizer;
}

/** One deployed stage of one API, with everything that a request needs. */
export interface Api {
  apiId: string;
  stage: string;
  root: RouteNode<Method>;
  responses: Map<string, GatewayResponse>;
  plans: StagePlans;
  /** By path and method, `/bank/{account}/notifications POST`; of the complete stage by `/* *`. */
  throttles: ReadonlyMap<string, TokenBucket>;
}

/** The APIs of the assembly by stage name. Throws for two stages of one name, because the host has one address. */
export function readApis(resources: readonly Resource[], clock: Clock, functions: KnownFunctions): Map<string, Api> {
  const apis = new Map<string, Api>();
  for (const stage of ofType(resources, 'Stage')) {
    const name = String(stage.properties.StageName);
    if (apis.has(name))
      throw new UnsupportedError(stage, `property StageName (${name})`, 'two APIs have a stage of this name');
    apis.set(name, readApi(stage, name, resources, clock, functions));
  }
  return apis;
}

function ofType(resources: readonly Resource[], type: string): Resource[] {
  return resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}`);
}

function readApi(
  stage: Resource,
  name: string,
  all: readonly Resource[],
  clock: Clock,
  functions: KnownFunctions,
): Api {
  const apiId = String(stage.properties.RestApiId);
  const own = (type: string) => ofType(all, type).filter(({ properties }) => properties.RestApiId === apiId);
  const api = ofType(all, 'RestApi').find(({ physicalId }) => physicalId === apiId);
  const needsKey = own('Method').some(({ properties }) => properties.ApiKeyRequired === true);
  if (api && needsKey && api.properties.ApiKeySourceType !== 'AUTHORIZER')
    throw new UnsupportedError(api, 'property ApiKeySourceType', 'only AUTHORIZER is supported');
  return {
    apiId,
    stage: name,
    root: readTree(apiId, own('Resource'), own('Method'), (method) => readMethod(method, own('Authorizer'), functions)),
    responses: new Map(own('GatewayResponse').map(readResponse)),
    plans: readPlans(all, apiId, name),
    throttles: readThrottles(stage, clock),
  };
}

function readThrottles({ properties: { MethodSettings: settings } }: Resource, clock: Clock): Map<string, TokenBucket> {
  const throttles = new Map<string, TokenBucket>();
  for (const setting of Array.isArray(settings) ? (settings as JsonObject[]) : []) {
    const { ResourcePath, HttpMethod, ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = setting;
    // CloudFormation separates the parts of a path by `~1`, as JSON Pointer does.
    const path = String(ResourcePath)
      .replace(/^\/(?=~1)/, '')
      .replaceAll('~1', '/');
    throttles.set(
      `${path} ${HttpMethod}`,
      new TokenBucket({ ratePerSecond: Number(rate), burst: Number(burst) }, clock),
    );
  }
  return throttles;
}

function readTree(
  apiId: string,
  parts: Resource[],
  methods: Resource[],
  read: (method: Resource) => Method,
): RouteNode<Method> {
  const root: RouteNode<Method> = {
    id: rootResourceId(apiId),
    part: '',
    resourcePath: '/',
    children: [],
    methods: new Map(),
  };
  const nodes = new Map([[root.id, root]]);
  const add = (parent: RouteNode<Method>) => {
    for (const { physicalId: id, properties } of parts) {
      if (properties.ParentId !== parent.id) continue;
      const part = String(properties.PathPart);
      const node = {
        id,
        part,
        resourcePath: `${parent.resourcePath.replace(/\/$/, '')}/${part}`,
        children: [],
        methods: new Map(),
      };
      parent.children.push(node);
      nodes.set(id, node);
      add(node);
    }
  };
  add(root);
  for (const method of methods) {
    const node = nodes.get(String(method.properties.ResourceId));
    if (!node) throw new UnsupportedError(method, 'property ResourceId', 'the API has no such resource');
    node.methods.set(String(method.properties.HttpMethod), read(method));
  }
  return root;
}

function readMethod(method: Resource, authorizers: Resource[], functions: KnownFunctions): Method {
  const { Integration: integration } = method.properties;
  if (!isObject(integration) || integration.Type !== 'AWS_PROXY') {
    throw new UnsupportedError(method, 'property Integration.Type', 'only AWS_PROXY integrations are supported');
  }
  const authorizer = authorizerOf(method, authorizers, functions);
  return {
    functionArn: functionOf(method, 'Integration.Uri', integration.Uri, functions),
    apiKeyRequired: method.properties.ApiKeyRequired === true,
    ...(authorizer ? { authorizer } : {}),
  };
}

/** The variables that a response may have. */
const VARIABLE = /^context\.(requestId|error\.messageString|authorizer\.\w+)$/;

function readResponse(resource: Resource): [string, GatewayResponse] {
  const { ResponseType, StatusCode: status, ResponseParameters, ResponseTemplates } = resource.properties;
  const parameters = objectOf(ResponseParameters) as Record<string, string>;
  const templates = ResponseTemplates as Record<string, string> | undefined;
  const mapped = Object.values(parameters).filter((source) => !/^'.*'$/s.test(source));
  const inTemplates = Object.values(templates ?? {}).flatMap((template) => template.match(/context\.[\w.]+/g) ?? []);
  const unknown = [...mapped, ...inTemplates].find((variable) => !VARIABLE.test(variable));
  if (unknown) throw new UnsupportedError(resource, `variable ${unknown}`, 'add it in lib/local/api/model.ts');
  return [
    String(ResponseType),
    { parameters, ...(status !== undefined && { statusCode: Number(status) }), ...(templates && { templates }) },
  ];
}
