import { REQUESTS_PER_MINUTE } from '../http/messages.ts';

/** Never more than 30 admitted in any 60 s per source address (§8, decision D15). */
export const LIMIT = REQUESTS_PER_MINUTE;
export const WINDOW_MS = 60_000;

/** Key of the `rate-limits` table, and the attribute by which DynamoDB deletes an item (seconds since the epoch). */
export const RATE_LIMITS_KEY = { partitionKey: 'address' } as const;
export const RATE_LIMITS_TTL = 'expiresAt';

/** What the meter says about one request. Times are milliseconds since the epoch. */
export type Metering =
  | { kind: 'admitted'; remaining: number; resetMs: number }
  /** `againAt`: when one more would be admitted; exact, as nothing refused is counted. */
  | { kind: 'refused'; againAt: number };

/**
 * An address's log: the times of its last 30 admitted requests, oldest first, zeros where there were fewer. A request at
 * `nowMs` is admitted if and only if the oldest of them is out of the window:
 *
 *     log[0] ≤ now − 60 s   →   drop log[0], append now
 *     |----------------- 60 s -----------------|
 *     log[0]   …   30 admitted times   …   log[29]   now
 */
export function newLog(nowMs: number): number[] {
  return [...Array<number>(LIMIT - 1).fill(0), nowMs];
}

/** The youngest time that no longer counts at `nowMs`. */
export function cutOff(nowMs: number): number {
  return nowMs - WINDOW_MS;
}

/** Where the caller stands after an admitted request. */
export function admitted(log: readonly number[], nowMs: number): Metering {
  const counted = log.filter((time) => time > cutOff(nowMs));
  const oldest = counted[0] ?? nowMs;
  return { kind: 'admitted', remaining: LIMIT - counted.length, resetMs: oldest + WINDOW_MS - nowMs };
}

export function refused(log: readonly number[]): Metering {
  return { kind: 'refused', againAt: (log[0] ?? 0) + WINDOW_MS };
}

/** `Retry-After`: whole seconds until one would be admitted, at least 1. */
export function retryAfterSeconds(againAt: number, nowMs: number): number {
  return Math.max(1, Math.ceil((againAt - nowMs) / 1000));
}
