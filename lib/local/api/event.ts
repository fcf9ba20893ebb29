import type { EventContext } from './authorizer.ts';
import type { ApiRequest } from './request.ts';

/** The resource of an API that a request matches. */
export interface Landing {
  apiId: string;
  /** As in the template, `/v1/{proxy+}`. */
  resourcePath: string;
  pathParameters: Record<string, string>;
}

/**
 * The proxy event, version 1 (`APIGatewayProxyEvent`): null where AWS sends null, `path` without the stage. Of
 * `requestContext` it has what our functions read.
 */
export function proxyEvent(request: ApiRequest, landing: Landing, authorizer: EventContext | undefined): object {
  return {
    ...commonPart(request, landing),
    requestContext: requestContext(request, landing, authorizer),
    body: request.body,
    isBase64Encoded: false,
  };
}

/** The event of a REQUEST authorizer: no body, and the ARN that its policy must name. */
export function authorizerEvent(request: ApiRequest, landing: Landing, methodArn: string): object {
  return {
    type: 'REQUEST',
    methodArn,
    ...commonPart(request, landing),
    requestContext: requestContext(request, landing, undefined),
  };
}

function commonPart(request: ApiRequest, landing: Landing): object {
  return {
    resource: landing.resourcePath,
    path: request.path,
    httpMethod: request.method,
    headers: single(request.headers),
    multiValueHeaders: multi(request.headers),
    queryStringParameters: single(request.query),
    multiValueQueryStringParameters: multi(request.query),
    pathParameters: Object.keys(landing.pathParameters).length > 0 ? landing.pathParameters : null,
    stageVariables: null,
  };
}

function requestContext(request: ApiRequest, landing: Landing, authorizer: EventContext | undefined): object {
  return {
    resourcePath: landing.resourcePath,
    httpMethod: request.method,
    path: `/${request.stage}${request.path}`,
    stage: request.stage,
    requestId: request.requestId,
    identity: { sourceIp: request.sourceIp },
    ...(authorizer ? { authorizer } : {}),
  };
}

/** The last value of each name; null when there are no pairs. */
function single(pairs: [string, string][]): Record<string, string> | null {
  return pairs.length > 0 ? Object.fromEntries(pairs) : null;
}

function multi(pairs: [string, string][]): Record<string, string[]> | null {
  if (pairs.length === 0) return null;
  const values: Record<string, string[]> = {};
  for (const [name, value] of pairs) {
    const list = Object.hasOwn(values, name) ? values[name] : undefined;
    if (list) list.push(value);
    else values[name] = [value];
  }
  return values;
}
