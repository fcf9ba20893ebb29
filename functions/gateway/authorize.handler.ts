import * as z from 'zod/mini';
import { keyUsesIn } from '../merchants/keys/api-key-use.table.ts';
import { recordingUse } from '../merchants/keys/api-key-use.ts';
import { apiKeysIn } from '../merchants/keys/api-keys.table.ts';
import { systemClock } from '../runtime/clock.ts';
import { dynamo } from '../runtime/dynamo.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { authorize } from './authorize.ts';
import { meterIn } from './rate-limits.table.ts';
import { rememberedRefusals } from './remembered-refusals.ts';

const name = z.string();
const environment = parseEnvironment({
  MERCHANTS_TABLE: name,
  RATE_LIMITS_TABLE: name,
  WITHIN_LIMIT_KEY: name,
  OVER_LIMIT_KEY: name,
});

/** The REQUEST authorizer of `/api/v1` (§5.1, §8). */
export const handler = authorize({
  meter: meterIn(dynamo, environment.RATE_LIMITS_TABLE),
  refusals: rememberedRefusals(),
  findApiKey: recordingUse(apiKeysIn(dynamo, environment.MERCHANTS_TABLE), {
    record: keyUsesIn(dynamo, environment.RATE_LIMITS_TABLE),
    clock: systemClock,
    logger,
  }),
  withinLimitKey: environment.WITHIN_LIMIT_KEY,
  overLimitKey: environment.OVER_LIMIT_KEY,
  clock: systemClock,
  logger,
});
