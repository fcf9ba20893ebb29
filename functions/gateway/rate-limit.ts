import { MAX_REQUESTS_PER_MINUTE } from '../http/messages.ts';
import { MINUTE_MS } from '../runtime/durations.ts';

/** In which an address has at most `MAX_REQUESTS_PER_MINUTE` admitted requests (§8, decision D15). */
export const WINDOW_MS = MINUTE_MS;

/** Key of the `rate-limits` table, and the attribute by which DynamoDB deletes an item (seconds since the epoch). */
export const RATE_LIMITS_KEY = { partitionKey: 'address' } as const;
export const RATE_LIMITS_TTL = 'expiresAt';

/** The outcome of metering one request. Times are milliseconds since the epoch. */
export type Metering =
  | { kind: 'admitted'; remaining: number; resetMs: number }
  /** `retryAtMs`: when the next request would be admitted. It is exact: refused requests are not counted. */
  | { kind: 'refused'; retryAtMs: number };

/**
 * The log of an address: the times of its last `MAX_REQUESTS_PER_MINUTE` admitted requests, oldest first, padded with
 * zeros. A request at
 * `nowMs` is admitted if and only if the oldest time is outside the window:
 *
 *     log[0] ≤ now − WINDOW_MS   →   drop log[0], append now
 *     |---------------- WINDOW_MS ---------------|
 *     first   …   all admitted times   …   last   now
 */
export type AddressLog = number[];

/** The log of an address after its first request, at `nowMs`. */
export function newLog(nowMs: number): AddressLog {
  return [...Array<number>(MAX_REQUESTS_PER_MINUTE - 1).fill(0), nowMs];
}

/** The latest time outside the window at `nowMs`. */
export function cutOff(nowMs: number): number {
  return nowMs - WINDOW_MS;
}

/** The caller's remaining requests after an admitted one. */
export function admitted(log: readonly number[], nowMs: number): Metering {
  const counted = log.filter((time) => time > cutOff(nowMs));
  // Another call that is counted at the same moment may have read a later time than this one.
  const oldest = Math.min(counted[0] ?? nowMs, nowMs);
  return { kind: 'admitted', remaining: MAX_REQUESTS_PER_MINUTE - counted.length, resetMs: oldest + WINDOW_MS - nowMs };
}

/** The refusal of a request by the log that refused it. */
export function refused(log: readonly number[]): Metering {
  return { kind: 'refused', retryAtMs: (log[0] ?? 0) + WINDOW_MS };
}

/** `Retry-After`: whole seconds until a request would be admitted, from 1 to those of the window. */
export function retryAfterSeconds(retryAtMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil(Math.min(retryAtMs - nowMs, WINDOW_MS) / 1000));
}
