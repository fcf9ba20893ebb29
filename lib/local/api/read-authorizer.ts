import type { Json } from '../json.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import type { CognitoAuthorizer } from './cognito-authorizer.ts';

/** A REQUEST authorizer: a function that is called for every request. */
export interface FunctionAuthorizer {
  kind: 'function';
  functionArn: string;
}

export type Authorizer = FunctionAuthorizer | CognitoAuthorizer;

/** The functions of the assembly. */
export type KnownFunctions = Pick<Functions, 'has' | 'spec'>;

/** API Gateway's limit for a response. */
const MAX_INTEGRATION_MS = 29_000;

/** The authorizer of a method; undefined when it has none. */
export function authorizerOf(
  method: Resource,
  authorizers: Resource[],
  functions: KnownFunctions,
): Authorizer | undefined {
  const { AuthorizationType: type = 'NONE', AuthorizerId: authorizerId } = method.properties;
  if (type === 'NONE') return undefined;
  if (type !== 'CUSTOM' && type !== 'COGNITO_USER_POOLS') {
    const why = 'only CUSTOM and COGNITO_USER_POOLS are supported';
    throw new UnsupportedError(method, `property AuthorizationType (${String(type)})`, why);
  }
  const found = authorizers.find(({ physicalId }) => physicalId === authorizerId);
  const authorizer = found && readAuthorizer(found, functions);
  if (!authorizer || (type === 'CUSTOM') !== (authorizer.kind === 'function'))
    throw new UnsupportedError(method, 'property AuthorizerId', 'there is no such authorizer of this type');
  return authorizer;
}

function readAuthorizer(authorizer: Resource, functions: KnownFunctions): Authorizer {
  const { Type: type } = authorizer.properties;
  if (type === 'REQUEST') return readFunction(authorizer, functions);
  if (type === 'COGNITO_USER_POOLS') return readCognito(authorizer);
  const why = 'only REQUEST and COGNITO_USER_POOLS are supported';
  throw new UnsupportedError(authorizer, `property Type (${String(type)})`, why);
}

function readCognito(authorizer: Resource): CognitoAuthorizer {
  const { ProviderARNs: arns, IdentitySource: source } = authorizer.properties;
  if (source !== 'method.request.header.Authorization')
    throw new UnsupportedError(
      authorizer,
      `property IdentitySource (${String(source)})`,
      'only the header Authorization is supported',
    );
  return { kind: 'cognito', poolArns: Array.isArray(arns) ? arns.map(String) : [] };
}

function readFunction(authorizer: Resource, functions: KnownFunctions): FunctionAuthorizer {
  const { AuthorizerResultTtlInSeconds: ttl, IdentitySource: source, AuthorizerUri: uri } = authorizer.properties;
  if (Number(ttl ?? 300) !== 0) {
    throw new UnsupportedError(
      authorizer,
      'property AuthorizerResultTtlInSeconds',
      'results are not cached: set it to 0 (the default is 300)',
    );
  }
  if (source !== undefined)
    throw new UnsupportedError(authorizer, 'property IdentitySource', 'a function is called for every request');
  return { kind: 'function', functionArn: functionOf(authorizer, 'AuthorizerUri', uri, functions) };
}

/** The ARN of the function in an invocation URI. Throws for one that is not there or may answer too late. */
export function functionOf(
  resource: Resource,
  property: string,
  uri: Json | undefined,
  functions: KnownFunctions,
): string {
  const arn = /\/functions\/(arn:[^/]+)\/invocations$/.exec(String(uri))?.[1];
  if (!arn || !functions.has(arn))
    throw new UnsupportedError(resource, `property ${property}`, 'it is not the URI of a function of the assembly');
  if (functions.spec(arn).timeoutMs > MAX_INTEGRATION_MS)
    throw new UnsupportedError(resource, `property ${property}`, 'the Timeout of its function is over 29 s');
  return arn;
}
