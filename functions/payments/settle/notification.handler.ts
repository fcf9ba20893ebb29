import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { errorsAsJson, requestIdOnAnswer } from '../../http/endpoint.ts';
import { bankingEnvironment } from '../banking-environment.ts';
import { notificationOn } from '../wiring.ts';
import { notification } from './notification.ts';

/** `POST` and `GET /bank/{account}/notifications`: for banks, without API key and rate limit (decision D20). */
export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(requestIdOnAnswer())
  .use(errorsAsJson())
  .handler(notification(notificationOn(...bankingEnvironment())));
