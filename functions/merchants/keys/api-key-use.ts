import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { ApiKeyItem } from '../accounts/merchant.ts';
import { apiKeyHash } from './api-key.ts';
import type { FindApiKey } from './api-keys.table.ts';

/** How exact `last used` is: an environment writes it at most once in this time for a key. */
export const USE_NOTED_EVERY_MS = 3_600_000;

/** A key younger than this is not noted: it is only now being put in place. */
export const NEW_KEY_MS = 10 * 60_000;

// Keys that an environment remembers having noted; more merchants than this on one environment only cost further
// writes.
const REMEMBERED = 10_000;

export type NoteUse = (hash: string, atMs: number) => Promise<void>;

/**
 * Finds a key as `find` does, and notes that it was used: at most once an hour for a key and environment, out of its
 * memory, so that a payment costs no write more than its ledger (decision 0032). A failed note is logged and the call
 * goes on.
 */
export function notingUse(
  find: FindApiKey,
  { note, clock, logger }: { note: NoteUse; clock: Clock; logger: Pick<Logger, 'warn'> },
): FindApiKey {
  const noted = new Map<string, number>();
  return async (apiKey) => {
    const found = await find(apiKey);
    const nowMs = clock();
    if (found === undefined || !isWorthNoting(found, nowMs)) return found;
    const hash = apiKeyHash(apiKey);
    if (nowMs - (noted.get(hash) ?? Number.NEGATIVE_INFINITY) < USE_NOTED_EVERY_MS) return found;
    if (noted.size >= REMEMBERED) noted.clear();
    // Before the write, so that a table in trouble is not asked again with each call.
    noted.set(hash, nowMs);
    try {
      await note(hash, nowMs);
    } catch (error) {
      logger.warn('API key use not recorded', errorFields(error));
    }
    return found;
  };
}

function isWorthNoting({ issuedAt = 0, endsAt }: ApiKeyItem, nowMs: number): boolean {
  return nowMs - issuedAt >= NEW_KEY_MS && (endsAt === undefined || nowMs < endsAt);
}
