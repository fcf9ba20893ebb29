import type { Clock } from '../../runtime/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { ApiKeyItem } from '../accounts/merchant.ts';
import { apiKeyHash } from './api-key.ts';
import type { FindApiKey } from './api-keys.table.ts';

/** How long the last use of a key is stored. */
export const USE_STORED_DAYS = 400;

/** How exact `last used` is: an environment writes it at most once in this time for a key. */
export const USE_RECORDED_EVERY_MS = HOUR_MS;

/** Uses of a key younger than this are not recorded: the merchant is still deploying it. */
export const NEW_KEY_MS = 10 * MINUTE_MS;

// Keys that an environment remembers; with more merchants than this a use is only written more often.
const MAX_REMEMBERED = 10_000;

export type RecordUse = (hash: string, atMs: number) => Promise<void>;

/**
 * Finds a key as `find` does, and records its use: at most once an hour for each key and environment, which remembers
 * the last time, so that a payment costs no further write (decision 0032). A failed write is logged and ignored.
 */
export function recordingUse(
  find: FindApiKey,
  { record, clock, logger }: { record: RecordUse; clock: Clock; logger: Pick<Logger, 'warn'> },
): FindApiKey {
  const recorded = new Map<string, number>();
  return async (apiKey) => {
    const found = await find(apiKey);
    const nowMs = clock();
    if (found === undefined || !isWorthRecording(found, nowMs)) return found;
    const hash = apiKeyHash(apiKey);
    if (nowMs - (recorded.get(hash) ?? Number.NEGATIVE_INFINITY) < USE_RECORDED_EVERY_MS) return found;
    if (recorded.size >= MAX_REMEMBERED) recorded.clear();
    // Before the write, so that a table in trouble is not asked again with each call.
    recorded.set(hash, nowMs);
    try {
      await record(hash, nowMs);
    } catch (error) {
      logger.warn('API key use not recorded', errorFields(error));
    }
    return found;
  };
}

function isWorthRecording({ issuedAt, endsAt }: ApiKeyItem, nowMs: number): boolean {
  return nowMs - issuedAt >= NEW_KEY_MS && (endsAt === undefined || nowMs < endsAt);
}
