import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { recordingUse } from '../merchants/keys/api-key-use.ts';
import { keysOn } from '../merchants/wiring.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { meterIn } from './rate-limits.table.ts';
import { rememberedRefusals } from './remembered-refusals.ts';

export function authorizeOn(
  { dynamo, clock, logger }: { dynamo: DynamoDBClient; clock: Clock; logger: Logger },
  tables: { merchants: string; rateLimits: string },
) {
  const { findApiKey, recordUse } = keysOn({ dynamo }, tables);
  return {
    meter: meterIn(dynamo, tables.rateLimits),
    refusals: rememberedRefusals(),
    findApiKey: recordingUse(findApiKey, { record: recordUse, clock, logger }),
    clock,
    logger,
  };
}
