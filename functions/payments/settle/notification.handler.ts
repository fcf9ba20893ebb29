import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod/mini';
import { errorsAsJson, requestIdOnAnswer } from '../../http/endpoint.ts';
import { systemClock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { bankingDependencies } from '../banking-dependencies.ts';
import { readExceptionsIn } from '../exceptions/exceptions.table.ts';
import { recordRefundIn } from '../money/refunds.table.ts';
import { notification } from './notification.ts';

const { TRANSACTIONS_TABLE } = parseEnvironment({ TRANSACTIONS_TABLE: z.string() });
const recordRefund = recordRefundIn(dynamo, TRANSACTIONS_TABLE, systemClock);
const readExceptions = readExceptionsIn(dynamo, TRANSACTIONS_TABLE);

/** `POST` and `GET /bank/{account}/notifications`: for banks, without API key and rate limit (decision D20). */
export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(requestIdOnAnswer())
  .use(errorsAsJson())
  .handler(notification({ ...bankingDependencies(), recordRefund, readExceptions }));
