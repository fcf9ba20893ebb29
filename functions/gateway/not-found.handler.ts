import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { callerChecked, errorsAsJson, oneLogLine } from '../http/endpoint.ts';
import { MESSAGES } from '../http/messages.ts';
import { Refusal } from '../http/refusal.ts';

/**
 * Answers 404 to every unknown path or method under `/api/v1`; metered and authorized like every other (decision
 * D16).
 */
export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(oneLogLine())
  .use(errorsAsJson())
  .use(callerChecked())
  .handler(async () => {
    throw new Refusal('not-found', MESSAGES.notFound);
  });
