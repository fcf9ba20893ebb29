import * as z from 'zod/mini';
import { lastUseIn } from '../../merchants/keys/api-key-use.table.ts';
import { apiKeyItemsIn } from '../../merchants/keys/api-keys.table.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { merchantInput } from '../accounts/history-input.ts';
import { callers, MERCHANTS_TABLE, merchants } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { listApiKeys } from './api-keys.ts';

const { RATE_LIMITS_TABLE } = parseEnvironment({ RATE_LIMITS_TABLE: z.string() });
const readKey = apiKeyItemsIn(dynamo, MERCHANTS_TABLE);
const lastUse = lastUseIn(dynamo, RATE_LIMITS_TABLE);

export const handler = dashboardEndpoint('GET /settings/api-keys', {
  callers,
  input: merchantInput,
  run: listApiKeys({ merchants, readKey, lastUse, clock }),
});
