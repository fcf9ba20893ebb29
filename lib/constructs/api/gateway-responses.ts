import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { MESSAGES } from '../../../functions/http/messages.ts';

/** The response to one type of error that API Gateway generates. */
export interface GatewayAnswer {
  type: ResponseType;
  /** Absent only where API Gateway does not allow it to be set. */
  statusCode?: number;
  /** The error's text, or a context variable that holds it. */
  error: string;
  retryAfter?: string;
}

// From the authorizer's context, where it ran. A mapping cannot have a static fallback.
const RETRY_AFTER_OF_AUTHORIZER = 'context.authorizer.retryAfter';

/**
 * Every response that API Gateway generates, in the contract's form and statuses (§7, decision D16). Each type has its
 * own entry: a type without one would expose the gateway's default text and status.
 */
export const GATEWAY_ANSWERS: readonly GatewayAnswer[] = [
  { type: ResponseType.UNAUTHORIZED, statusCode: 401, error: MESSAGES.unauthenticated },
  { type: ResponseType.EXPIRED_TOKEN, statusCode: 401, error: MESSAGES.unauthenticated },
  { type: ResponseType.INVALID_SIGNATURE, statusCode: 401, error: MESSAGES.unauthenticated },
  { type: ResponseType.ACCESS_DENIED, statusCode: 403, error: '$context.authorizer.reason' },
  { type: ResponseType.THROTTLED, statusCode: 429, error: MESSAGES.overLimit, retryAfter: RETRY_AFTER_OF_AUTHORIZER },
  {
    type: ResponseType.QUOTA_EXCEEDED,
    statusCode: 429,
    error: MESSAGES.overLimit,
    retryAfter: RETRY_AFTER_OF_AUTHORIZER,
  },
  // The authorizer has not run: a rate rule of a web application firewall in front.
  { type: ResponseType.WAF_FILTERED, statusCode: 429, error: MESSAGES.overLimit, retryAfter: "'60'" },
  { type: ResponseType.MISSING_AUTHENTICATION_TOKEN, statusCode: 404, error: MESSAGES.notFound },
  { type: ResponseType.RESOURCE_NOT_FOUND, statusCode: 404, error: MESSAGES.notFound },
  { type: ResponseType.REQUEST_TOO_LARGE, statusCode: 400, error: MESSAGES.bodyTooLarge },
  { type: ResponseType.UNSUPPORTED_MEDIA_TYPE, statusCode: 400, error: MESSAGES.mediaType },
  { type: ResponseType.BAD_REQUEST_BODY, statusCode: 400, error: MESSAGES.bodyNotJson },
  { type: ResponseType.BAD_REQUEST_PARAMETERS, statusCode: 400, error: MESSAGES.parameterMalformed },
  // A usage key that matches no plan is a fault of the deployment, not of the caller.
  { type: ResponseType.INVALID_API_KEY, statusCode: 500, error: MESSAGES.internal },
  { type: ResponseType.AUTHORIZER_FAILURE, statusCode: 500, error: MESSAGES.internal },
  { type: ResponseType.AUTHORIZER_CONFIGURATION_ERROR, statusCode: 500, error: MESSAGES.internal },
  { type: ResponseType.API_CONFIGURATION_ERROR, statusCode: 500, error: MESSAGES.internal },
  { type: ResponseType.INTEGRATION_FAILURE, statusCode: 500, error: MESSAGES.internal },
  { type: ResponseType.INTEGRATION_TIMEOUT, statusCode: 500, error: MESSAGES.internal },
  // A malformed answer of a function has no type of its own.
  { type: ResponseType.DEFAULT_5XX, statusCode: 500, error: MESSAGES.internal },
  { type: ResponseType.DEFAULT_4XX, error: MESSAGES.notUnderstood },
];

/** Adds the responses, as JSON with a request id, to an API. */
export function addGatewayResponses(api: RestApi, answers: readonly GatewayAnswer[] = GATEWAY_ANSWERS): void {
  for (const { type, statusCode, error, retryAfter } of answers) {
    api.addGatewayResponse(type.responseType, {
      type,
      ...(statusCode !== undefined && { statusCode: String(statusCode) }),
      responseHeaders: {
        'X-Request-Id': 'context.requestId',
        'Cache-Control': "'no-store'",
        ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
      },
      templates: { 'application/json': JSON.stringify({ error }) },
    });
  }
}
