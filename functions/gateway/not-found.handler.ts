import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { callerChecked, errorsAsJson, oneLogLine } from '../http/endpoint.ts';
import { notFound } from './not-found.ts';

/** The catch-all under `/api/v1`; metered and authorized like every other path. */
export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(oneLogLine())
  .use(errorsAsJson())
  .use(callerChecked())
  .handler(notFound);
