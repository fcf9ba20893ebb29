import { isObject } from '../json.ts';
import type { PoolOutcome } from '../lambda/pool.ts';

/** The outcome of a batch. */
export type BatchOutcome =
  | { kind: 'all-done' }
  /** Only these are retried. */
  | { kind: 'some-failed'; ids: Set<string> }
  | { kind: 'all-failed' }
  /** The function was never called. */
  | { kind: 'throttled' };

/**
 * Reads a function's report of item failures. An unknown id, an empty id or a malformed response fails the complete
 * batch, as on AWS. An empty list, null or no response means success.
 */
export function readBatchOutcome(outcome: PoolOutcome, ids: readonly string[]): BatchOutcome {
  if (outcome.kind === 'throttled') return { kind: 'throttled' };
  if (outcome.kind === 'failed') return { kind: 'all-failed' };
  const { payload } = outcome;
  if (payload === null || payload === undefined) return { kind: 'all-done' };
  if (!isObject(payload)) return { kind: 'all-failed' };
  const failures = payload.batchItemFailures ?? [];
  if (!Array.isArray(failures)) return { kind: 'all-failed' };
  const failed = new Set<string>();
  for (const failure of failures) {
    const id = isObject(failure) ? failure.itemIdentifier : undefined;
    if (typeof id !== 'string' || !ids.includes(id)) return { kind: 'all-failed' };
    failed.add(id);
  }
  return failed.size === 0 ? { kind: 'all-done' } : { kind: 'some-failed', ids: failed };
}
