import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { errorsAsJson, requestIdOnAnswer } from '../http/endpoint.ts';
import { bankingDependencies } from './banking-dependencies.ts';
import { notification } from './notification.ts';

/** `POST /bank/{account}/notifications`: the bank's side, no API key and no limit; the notification authenticates itself. */
export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(requestIdOnAnswer())
  .use(errorsAsJson())
  .handler(notification(bankingDependencies()));
