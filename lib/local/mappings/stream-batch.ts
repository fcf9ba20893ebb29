import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock/clock.ts';
import type { PoolOutcome } from '../lambda/pool.ts';
import { readBatchOutcome } from './item-failures.ts';
import type { StreamSettings } from './settings.ts';

/** One record of a function's event. */
export interface StreamRecord {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  eventSourceARN: string;
  dynamodb: {
    SequenceNumber: string;
    /** Seconds. */
    ApproximateCreationDateTime: number;
    NewImage?: unknown;
    OldImage?: unknown;
  };
  [field: string]: unknown;
}

export interface BatchRunner {
  settings: StreamSettings;
  clock: Omit<Clock, 'aheadMs'>;
  invoke(event: unknown): Promise<PoolOutcome>;
  /** Stores the position: all records up to this one are processed. */
  advance(record: StreamRecord): void;
  /** Sends the failure message of a batch that was given up to the mapping's destination, if any. */
  giveUp(description: GivenUp): Promise<void>;
  /** Resolves early when the host stops. */
  pause(ms: number): Promise<void>;
  stopping(): boolean;
}

export interface GivenUp {
  requestId: string;
  condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  invokeCount: number;
  records: StreamRecord[];
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * Processes a batch in order. A failed record is retried and blocks the records behind it, until its retries or its
 * age are exhausted. A failed batch is bisected if the mapping says so, which does not count as a retry. With reported
 * item failures all records before the lowest failed sequence number are processed.
 */
export async function runBatch(batch: StreamRecord[], runner: BatchRunner): Promise<void> {
  let records = batch;
  let invokes = 0;
  while (records.length > 0 && !runner.stopping()) {
    records = await dropExpired(records, invokes, runner);
    if (records.length === 0) return;
    const { settings } = runner;
    const outcome = await runner.invoke({ Records: records });
    if (runner.stopping() && outcome.kind !== 'answered') return;
    const ids = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    const read = readBatchOutcome(outcome, ids);
    const doneCount = countDone(read, ids);
    const last = records[doneCount - 1];
    if (last) {
      runner.advance(last);
      records = records.slice(doneCount);
      // The first remaining record has its own retries.
      invokes = 0;
    }
    if (records.length === 0) return;
    // A throttled call did not reach the function and does not count.
    if (read.kind !== 'throttled') invokes++;
    if (settings.bisects && records.length > 1 && read.kind === 'all-failed') return runHalves(records, runner);
    if (invokes > settings.maxRetries) {
      return giveUp(records, 'RetryAttemptsExhausted', invokes, runner);
    }
    await runner.pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(invokes, 10)));
  }
}

function countDone(read: ReturnType<typeof readBatchOutcome>, ids: readonly string[]): number {
  if (read.kind === 'all-done') return ids.length;
  if (read.kind !== 'some-failed') return 0;
  // Records of a shard are ordered by sequence number, so the first failed one is the lowest.
  return ids.findIndex((id) => read.ids.has(id));
}

async function runHalves(records: StreamRecord[], runner: BatchRunner): Promise<void> {
  const middle = Math.ceil(records.length / 2);
  await runner.pause(FIRST_PAUSE_MS);
  await runBatch(records.slice(0, middle), runner);
  await runBatch(records.slice(middle), runner);
}

async function dropExpired(records: StreamRecord[], invokes: number, runner: BatchRunner): Promise<StreamRecord[]> {
  const oldestMs = runner.clock.nowMs() - runner.settings.maxAgeMs;
  const expired = records.filter(({ dynamodb }) => dynamodb.ApproximateCreationDateTime * 1000 < oldestMs);
  if (expired.length > 0) await giveUp(expired, 'RecordAgeExceeded', invokes, runner);
  return records.slice(expired.length);
}

async function giveUp(
  records: StreamRecord[],
  condition: GivenUp['condition'],
  invokeCount: number,
  runner: BatchRunner,
): Promise<void> {
  await runner.giveUp({ requestId: randomUUID(), condition, invokeCount, records });
  const last = records.at(-1);
  if (last) runner.advance(last);
}
