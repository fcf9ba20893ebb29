/** The responses that the gateway generates itself here, with their defaults. Those of other types are never sent. */
const RESPONSES = {
  ACCESS_DENIED: { status: 403, message: 'User is not authorized to access this resource' },
  AUTHORIZER_CONFIGURATION_ERROR: { status: 500, message: '' },
  AUTHORIZER_FAILURE: { status: 500, message: '' },
  INVALID_API_KEY: { status: 403, message: 'Forbidden' },
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  THROTTLED: { status: 429, message: 'Too Many Requests' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  /** A failed function, or a malformed response of one, which has no type of its own. */
  DEFAULT_5XX: { status: 502, message: 'Internal server error' },
} as const;

export type ResponseType = keyof typeof RESPONSES;

const DEFAULT_TEMPLATES: Record<string, string> = { 'application/json': '{"message":$context.error.messageString}' };

/** One `AWS::ApiGateway::GatewayResponse`. */
export interface GatewayResponse {
  statusCode?: number;
  /** `gatewayresponse.header.NAME` → `'static'` or `context.…`. */
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
  const own = RESPONSES[type];
  const response = responses.get(type) ?? responses.get(own.status >= 500 ? 'DEFAULT_5XX' : 'DEFAULT_4XX');
  const text = message ?? own.message;
  const values = new Map([...context, ['error.message', text], ['error.messageString', JSON.stringify(text)]]);
  const [contentType = 'application/json', template = ''] =
    Object.entries(response?.templates ?? DEFAULT_TEMPLATES)[0] ?? [];
  return {
    status: response?.statusCode ?? own.status,
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
    const value = /^'(.*)'$/s.exec(source)?.[1] ?? values.get(source.replace(/^context\./, ''));
    // A mapping without a value omits the header.
    if (value !== undefined) headers[target.replace('gatewayresponse.header.', '')] = value;
  }
  return headers;
}
