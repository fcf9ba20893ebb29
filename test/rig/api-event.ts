import type { APIGatewayProxyEvent, APIGatewayRequestAuthorizerEvent, Context } from 'aws-lambda';

/** The parts of a call that a test sets. The rest is as API Gateway sends it. */
export interface CallOptions {
  method?: 'GET' | 'POST';
  path?: string;
  /** A text is sent unchanged, anything else as JSON. Absent: no body. */
  body?: unknown;
  headers?: Record<string, string>;
  query?: Record<string, string[]>;
  pathParameters?: Record<string, string>;
  /** The authorizer's context; null when it did not run. */
  authorizer?: Record<string, string> | null;
  requestId?: string;
}

/** The proxy event of a REST API for one call. */
export function apiEvent(options: CallOptions): APIGatewayProxyEvent {
  const {
    method = 'POST',
    path = '/v1/payments/init',
    body,
    headers = { 'Content-Type': 'application/json' },
  } = options;
  const query = options.query ?? {};
  const lastValues = Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.at(-1)]));
  return {
    resource: path,
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: options.query ? lastValues : null,
    multiValueQueryStringParameters: options.query ? query : null,
    pathParameters: options.pathParameters ?? null,
    stageVariables: null,
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: {
      requestId: options.requestId ?? 'request-1',
      authorizer: options.authorizer === undefined ? CALLER_CONTEXT : options.authorizer,
      httpMethod: method,
      identity: { sourceIp: '203.0.113.7' },
    } as unknown as APIGatewayProxyEvent['requestContext'],
  };
}

/** The merchant that most tests call as, and another merchant. */
export const CALLER = { merchantId: 'mer_a', bankAccount: 'main' };
export const STRANGER = { merchantId: 'mer_b', bankAccount: 'main' };

/** The authorizer's context for `CALLER`. */
export const CALLER_CONTEXT = { ...CALLER, remaining: '29', reset: '60' };

/** The second argument of a handler. The payment API does not read it. */
export const LAMBDA_CONTEXT = { getRemainingTimeInMillis: () => 29_000 } as Context;

/** The event of the REQUEST authorizer. Headers are pairs, so that a header can be repeated. */
export function authorizerEvent(sourceIp: string, headers: readonly (readonly [string, string])[] = []) {
  const multiValueHeaders: Record<string, string[]> = {};
  for (const [name, value] of headers) multiValueHeaders[name] = [...(multiValueHeaders[name] ?? []), value];
  const event: Partial<APIGatewayRequestAuthorizerEvent> = {
    type: 'REQUEST',
    methodArn: 'arn:aws:execute-api:eu-west-1:000000000000:api/api/POST/v1/payments/init',
    headers: Object.fromEntries(headers),
    multiValueHeaders,
    requestContext: { identity: { sourceIp } } as APIGatewayRequestAuthorizerEvent['requestContext'],
  };
  return event as APIGatewayRequestAuthorizerEvent;
}

/** Claims as API Gateway hands them over: texts, all of them. Null: the call came without any. */
export type Claims = Record<string, string> | null;

/** How a request differs from the honest one of its route. */
export interface Sent {
  /** The body as it is sent. */
  raw?: string;
  query?: Record<string, string[]>;
  /** The authorizer's complete context, instead of one with the claims. */
  authorizer?: unknown;
}

/** The proxy event of a call of the page; what the path names is removed from the input. */
export function pageEvent(route: string, claims: Claims, input: object, sent: Sent): APIGatewayProxyEvent {
  const [method = '', path = ''] = route.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const fields = Object.entries(input as Record<string, unknown>);
  const inPath = Object.fromEntries(
    fields.filter(([name]) => names.includes(name)).map(([name, value]) => [name, String(value)]),
  );
  const rest = fields.filter(([name]) => !names.includes(name));
  const query = sent.query ?? Object.fromEntries(rest.map(([name, value]) => [name, [String(value)]]));
  const proxy = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '');
  const event = apiEvent({
    path: `/api${proxy}`,
    ...(method === 'GET' ? { query } : { body: sent.raw ?? Object.fromEntries(rest) }),
    pathParameters: { proxy: proxy.slice(1) },
  });
  const authorizer = 'authorizer' in sent ? sent.authorizer : claims && { claims };
  const requestContext = { ...event.requestContext, httpMethod: method, authorizer };
  return { ...event, httpMethod: method, requestContext: requestContext as APIGatewayProxyEvent['requestContext'] };
}
