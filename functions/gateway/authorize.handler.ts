import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { beginRequest, logger } from '../runtime/logger.ts';
import { authorize } from './authorize.ts';
import { authorizeOn } from './wiring.ts';

const name = z.string();
const environment = parseEnvironment({
  MERCHANTS_TABLE: name,
  RATE_LIMITS_TABLE: name,
  WITHIN_LIMIT_KEY: name,
  OVER_LIMIT_KEY: name,
});
const tables = { merchants: environment.MERCHANTS_TABLE, rateLimits: environment.RATE_LIMITS_TABLE };

const run = authorize({
  ...authorizeOn({ dynamo, clock, logger }, tables),
  withinLimitKey: environment.WITHIN_LIMIT_KEY,
  overLimitKey: environment.OVER_LIMIT_KEY,
});

/** The REQUEST authorizer of `/api/v1` (§5.1, §8). */
export const handler = (event: APIGatewayRequestAuthorizerEvent) => {
  beginRequest(event.requestContext.requestId);
  return run(event);
};
