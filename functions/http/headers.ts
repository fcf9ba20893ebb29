import type { APIGatewayProxyEvent } from 'aws-lambda';
import { callerContext } from './call.ts';
import { MAX_REQUESTS_PER_MINUTE } from './messages.ts';

/**
 * The headers of every answer (decision D17): the request id and the state of the rate limit. `X-RateLimit-Reset` is in
 * whole seconds until `X-RateLimit-Remaining` increases.
 */
export function answerHeaders(event: APIGatewayProxyEvent): Record<string, string> {
  const { remaining, reset, limited, retryAfter } = callerContext(event);
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Request-Id': event.requestContext.requestId,
  };
  if (remaining !== undefined && reset !== undefined) {
    headers['X-RateLimit-Limit'] = String(MAX_REQUESTS_PER_MINUTE);
    headers['X-RateLimit-Remaining'] = remaining;
    headers['X-RateLimit-Reset'] = reset;
  }
  if (limited === 'true') headers['Retry-After'] = retryAfter ?? '60';
  return headers;
}
