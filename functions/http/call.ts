import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The authorizer's context of a request (`gateway/authorize.ts`); API Gateway passes every value as text. */
export interface CallerContext {
  merchantId?: string;
  bankAccount?: string;
  limited?: string;
  retryAfter?: string;
  remaining?: string;
  reset?: string;
}

/** The merchant that makes the call. */
export interface Caller {
  merchantId: string;
  bankAccount: string;
}

/** The authorizer's context; empty when the authorizer has not run. */
export function callerContext(event: APIGatewayProxyEvent): CallerContext {
  return (event.requestContext.authorizer ?? {}) as CallerContext;
}
