import * as z from 'zod/mini';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { sqs } from '../runtime/sqs.ts';
import { dashboardFunction } from './endpoint.ts';
import { meRoutes } from './me.ts';
import { callersOn } from './wiring.ts';

const environment = parseEnvironment({
  MERCHANTS_TABLE: z.string(),
  TRANSACTIONS_TABLE: z.string(),
  RATE_LIMITS_TABLE: z.string(),
  DELIVERIES_QUEUE_URL: z.url(),
});
const names = {
  merchants: environment.MERCHANTS_TABLE,
  transactions: environment.TRANSACTIONS_TABLE,
  rateLimits: environment.RATE_LIMITS_TABLE,
  deliveriesUrl: environment.DELIVERIES_QUEUE_URL,
};

export const handler = dashboardFunction(callersOn({ dynamo }, names), meRoutes({ dynamo, sqs, clock, logger }, names));
