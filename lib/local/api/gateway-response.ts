/** A response that the gateway generates itself. */
export type ResponseType = keyof typeof STATUSES;

const STATUSES = {
  ACCESS_DENIED: 403,
  API_CONFIGURATION_ERROR: 500,
  AUTHORIZER_CONFIGURATION_ERROR: 500,
  AUTHORIZER_FAILURE: 500,
  BAD_REQUEST_BODY: 400,
  BAD_REQUEST_PARAMETERS: 400,
  EXPIRED_TOKEN: 403,
  INTEGRATION_FAILURE: 504,
  INTEGRATION_TIMEOUT: 504,
  INVALID_API_KEY: 403,
  INVALID_SIGNATURE: 403,
  MISSING_AUTHENTICATION_TOKEN: 403,
  QUOTA_EXCEEDED: 429,
  REQUEST_TOO_LARGE: 413,
  RESOURCE_NOT_FOUND: 404,
  THROTTLED: 429,
  UNAUTHORIZED: 401,
  UNSUPPORTED_MEDIA_TYPE: 415,
  WAF_FILTERED: 403,
  /** Also a malformed response of a proxy integration, which has no type of its own. */
  DEFAULT_5XX: 502,
  DEFAULT_4XX: 400,
} as const;

export const RESPONSE_TYPES: ReadonlySet<string> = new Set(Object.keys(STATUSES));

const MESSAGES: Partial<Record<ResponseType, string>> = {
  ACCESS_DENIED: 'User is not authorized to access this resource',
  INTEGRATION_TIMEOUT: 'Endpoint request timed out',
  INVALID_API_KEY: 'Forbidden',
  MISSING_AUTHENTICATION_TOKEN: 'Missing Authentication Token',
  QUOTA_EXCEEDED: 'Limit Exceeded',
  REQUEST_TOO_LARGE: 'Request Too Long',
  THROTTLED: 'Too Many Requests',
  UNAUTHORIZED: 'Unauthorized',
  DEFAULT_5XX: 'Internal server error',
  INTEGRATION_FAILURE: 'Internal server error',
};

const DEFAULT_TEMPLATES: Record<string, string> = { 'application/json': '{"message":$context.error.messageString}' };

/** One `AWS::ApiGateway::GatewayResponse`. */
export interface GatewayResponse {
  statusCode?: number;
  /** `gatewayresponse.header.NAME` → `'static'`, `context.…` or `method.request.…`. */
  parameters: Record<string, string>;
  templates?: Record<string, string>;
}

export interface Refusal {
  type: ResponseType;
  /** Overrides the type's default message. */
  message?: string;
}

export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Renders a refusal by the type's own response, else by the default of its class. As on AWS, DEFAULT_4XX has no status
 * of its own. Templates are plain substitution; unknown variables are empty.
 * @param context values by path without the leading `context.`: `requestId`, `authorizer.retryAfter`.
 */
export function renderRefusal(
  { type, message }: Refusal,
  responses: ReadonlyMap<string, GatewayResponse>,
  context: ReadonlyMap<string, string>,
): Rendered {
  const ownStatus: number = STATUSES[type];
  const fallback = responses.get(ownStatus >= 500 ? 'DEFAULT_5XX' : 'DEFAULT_4XX');
  const response = responses.get(type) ?? fallback;
  const text = message ?? MESSAGES[type] ?? '';
  const values = new Map([
    ...context,
    ['error.message', text],
    ['error.messageString', JSON.stringify(text)],
    ['error.responseType', type],
  ]);
  const [contentType = 'application/json', template = ''] =
    Object.entries(response?.templates ?? DEFAULT_TEMPLATES)[0] ?? [];
  return {
    status: response?.statusCode ?? ownStatus,
    headers: { 'Content-Type': contentType, ...headersOf(response, values) },
    body: substitute(template, values),
  };
}

function substitute(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(
    /\$context\.([A-Za-z0-9_]+(?:\.[A-Za-z0-9_-]+)*)/g,
    (_match, path: string) => values.get(path) ?? '',
  );
}

function headersOf(response: GatewayResponse | undefined, values: ReadonlyMap<string, string>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [target, source] of Object.entries(response?.parameters ?? {})) {
    const value = /^'(.*)'$/s.exec(source)?.[1] ?? values.get(source.replace(/^\$?context\./, ''));
    // A mapping without a value omits the header.
    if (value !== undefined) headers[target.replace('gatewayresponse.header.', '')] = value;
  }
  return headers;
}
