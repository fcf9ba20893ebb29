import { type Json, type JsonObject, objectOf } from '../json.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import { EdgeFunction } from './edge-function.ts';
import { HeadersPolicy } from './headers-policy.ts';

export type Origin =
  | { kind: 'bucket'; bucketName: string }
  /** The path begins with the API's stage. */
  | { kind: 'api'; apiId: string };

export interface Behavior {
  /** Of the paths; the default one has none. */
  prefix?: string;
  origin: Origin;
  methods: ReadonlySet<string>;
  onRequest?: EdgeFunction;
  headers: HeadersPolicy;
}

/** The behaviours in the order of matching; the default one is last. */
export type Distribution = readonly Behavior[];

/** Ids of AWS's managed policies for an API: no caching, and all headers except `Host` forwarded. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** The distribution of the assembly; undefined when there is none. Throws for a second one. */
export function readDistribution(resources: readonly Resource[]): Distribution | undefined {
  const [distribution, second] = resources.filter(({ type }) => type === 'AWS::CloudFront::Distribution');
  if (second) throw new UnsupportedError(second, 'resource type', 'only one distribution is supported');
  if (!distribution) return undefined;
  const config = objectOf(distribution.properties.DistributionConfig);
  const reader = new Reader(distribution, config, resources);
  const special = listOf(config.CacheBehaviors).map((each) => reader.behavior(each, String(each.PathPattern)));
  return [...special, reader.behavior(objectOf(config.DefaultCacheBehavior))];
}

class Reader {
  readonly #distribution: Resource;
  readonly #config: JsonObject;
  readonly #resources: readonly Resource[];

  constructor(distribution: Resource, config: JsonObject, resources: readonly Resource[]) {
    this.#distribution = distribution;
    this.#config = config;
    this.#resources = resources;
  }

  behavior(behavior: JsonObject, pathPattern?: string): Behavior {
    const origin = this.#origin(String(behavior.TargetOriginId));
    if (origin.kind === 'api') this.#checkApiPolicies(behavior);
    const onRequest = this.#onRequest(behavior);
    return {
      origin,
      methods: new Set((behavior.AllowedMethods as Json[]).map(String)),
      ...(pathPattern !== undefined && { prefix: this.#prefixOf(pathPattern) }),
      ...(onRequest ? { onRequest } : {}),
      headers: new HeadersPolicy(
        this.#find('ResponseHeadersPolicy', behavior.ResponseHeadersPolicyId, 'ResponseHeadersPolicyId'),
      ),
    };
  }

  #origin(id: string): Origin {
    const origin = listOf(this.#config.Origins).find((each) => each.Id === id);
    const domain = String(origin?.DomainName);
    const bucket = this.#resources.find(
      ({ type, physicalId }) => type === 'AWS::S3::Bucket' && domain.startsWith(`${physicalId}.s3.`),
    );
    if (bucket) return { kind: 'bucket', bucketName: bucket.physicalId };
    const api = this.#resources.find(
      ({ type, physicalId }) => type === 'AWS::ApiGateway::RestApi' && domain.startsWith(`${physicalId}.execute-api.`),
    );
    if (api) return { kind: 'api', apiId: api.physicalId };
    throw this.#unsupported(`Origins (${domain})`, 'the assembly has no such bucket or API');
  }

  /** With other policies the API would get no token and no query, or responses would be cached. */
  #checkApiPolicies({ CachePolicyId: cache, OriginRequestPolicyId: forwarded }: JsonObject): void {
    if (cache !== CACHING_DISABLED) throw this.#unsupported('CachePolicyId', 'an API needs CachingDisabled');
    if (forwarded !== ALL_BUT_HOST)
      throw this.#unsupported('OriginRequestPolicyId', 'an API needs AllViewerExceptHostHeader');
  }

  #prefixOf(pathPattern: string): string {
    const [, prefix] = /^(\/[^*?]*)\*$/.exec(pathPattern) ?? [];
    if (prefix === undefined) throw this.#unsupported(`PathPattern (${pathPattern})`, 'only /prefix* is supported');
    return prefix;
  }

  #onRequest(behavior: JsonObject): EdgeFunction | undefined {
    const [association, second] = listOf(behavior.FunctionAssociations);
    if (!association) return undefined;
    if (second || association.EventType !== 'viewer-request')
      throw this.#unsupported('FunctionAssociations', 'only one function for viewer-request is supported');
    return new EdgeFunction(this.#find('Function', association.FunctionARN, 'FunctionAssociations'));
  }

  #find(type: string, id: Json | undefined, property: string): Resource {
    const found = this.#resources.find(
      (resource) => resource.type === `AWS::CloudFront::${type}` && resource.physicalId === id,
    );
    if (!found) throw this.#unsupported(property, `the assembly has no ${String(id)}`);
    return found;
  }

  #unsupported(property: string, why: string): UnsupportedError {
    return new UnsupportedError(this.#distribution, `property DistributionConfig…${property}`, why);
  }
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}
