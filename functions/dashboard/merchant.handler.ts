import * as z from 'zod/mini';
import { systemClock as clock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { dashboardFunction } from './endpoint.ts';
import { merchantRoutes } from './merchant.ts';
import { callersOn } from './wiring.ts';

const environment = parseEnvironment({
  MERCHANTS_TABLE: z.string(),
  TRANSACTIONS_TABLE: z.string(),
  /** On one machine merchants' receivers run beside the service. */
  PERMIT_LOOPBACK_WEBHOOKS: z.optional(z.enum(['true', 'false'])),
});
const names = { merchants: environment.MERCHANTS_TABLE, transactions: environment.TRANSACTIONS_TABLE };
const permitLoopback = environment.PERMIT_LOOPBACK_WEBHOOKS === 'true';

export const handler = dashboardFunction(
  callersOn({ dynamo }, names),
  merchantRoutes({ dynamo, clock }, names, { permitLoopback }),
);
