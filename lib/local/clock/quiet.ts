import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueMapping } from '../mappings/queue.ts';
import type { StreamMapping } from '../mappings/stream.ts';
import type { Schedule } from './schedule.ts';

/** What calls functions of its own accord. Calls from outside, over HTTP, are nobody's consequence and are not waited for. */
export interface Callers {
  schedules: readonly Schedule[];
  queues: readonly QueueMapping[];
  streams: readonly StreamMapping[];
}

/** Of the machine's time. A function may sleep or wait for an answer that long. */
const LIMIT_MS = 120_000;
const POLL_EVERY_MS = 2;

/**
 * Waits until nothing is left to do at the present time: no call under way, no message that may be received, no stream
 * record unread. What a call wrote or sent before it ended is followed to its end. False when that takes too long, or when
 * `stopped` says that it is no longer worth while.
 */
export async function becomesQuiet(callers: Callers, stopped: () => boolean): Promise<boolean> {
  const limitMs = performance.now() + LIMIT_MS;
  const isOver = () => stopped() || performance.now() > limitMs;
  for (;;) {
    const sinceMs = performance.now();
    const callsBefore = countCalls(callers);
    const quietBefore = noneAtWork(callers);
    while (!callers.streams.every((stream) => stream.hasCaughtUp(sinceMs))) {
      if (isOver()) return false;
      for (const stream of callers.streams) stream.readNow();
      await sleep(POLL_EVERY_MS);
    }
    if (quietBefore && noneAtWork(callers) && countCalls(callers) === callsBefore) return true;
    if (isOver()) return false;
    await sleep(POLL_EVERY_MS);
  }
}

function noneAtWork({ schedules, queues }: Callers): boolean {
  return [...schedules, ...queues].every(({ isQuiet }) => isQuiet);
}

function countCalls({ schedules, queues, streams }: Callers): number {
  return [...schedules, ...queues, ...streams].reduce((sum, { calls }) => sum + calls, 0);
}
