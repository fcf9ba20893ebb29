import type { APIGatewayProxyEvent } from 'aws-lambda';

/** What the authorizer found out about the caller; API Gateway hands every value over as text (`gateway/authorize.ts`). */
export interface CallerContext {
  merchantId?: string;
  bankAccount?: string;
  limited?: string;
  retryAfter?: string;
  remaining?: string;
  reset?: string;
}

/** The merchant on whose behalf an endpoint runs. */
export interface Caller {
  merchantId: string;
  bankAccount: string;
}

export function callerContext(event: APIGatewayProxyEvent): CallerContext {
  return (event.requestContext.authorizer ?? {}) as CallerContext;
}
