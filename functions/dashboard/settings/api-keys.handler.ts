import * as z from 'zod/mini';
import { keysOn } from '../../merchants/wiring.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { merchantInput } from '../accounts/history-input.ts';
import { callers, MERCHANTS_TABLE, merchants } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { listApiKeys } from './api-keys.ts';

const { RATE_LIMITS_TABLE } = parseEnvironment({ RATE_LIMITS_TABLE: z.string() });
const { readKey, lastUse } = keysOn({ dynamo }, { merchants: MERCHANTS_TABLE, rateLimits: RATE_LIMITS_TABLE });

export const handler = dashboardEndpoint('GET /settings/api-keys', {
  callers,
  input: merchantInput,
  run: listApiKeys({ merchants, readKey, lastUse, clock }),
});
