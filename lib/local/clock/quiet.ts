import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueMapping } from '../mappings/queue.ts';
import type { StreamMapping } from '../mappings/stream.ts';
import { MINUTE_MS } from './durations.ts';
import type { Schedule } from './schedule.ts';

/** Everything that calls functions automatically. Calls over HTTP come from outside and are not waited for. */
export interface Callers {
  schedules: readonly Schedule[];
  queues: readonly QueueMapping[];
  streams: readonly StreamMapping[];
}

/** Milliseconds of the machine's time. */
export const MAX_WAIT_MS = 2 * MINUTE_MS;
const POLL_EVERY_MS = 2;

/**
 * Waits until nothing is left to do at the current time: no call in progress, no message to receive, no unread stream
 * record, including everything that these cause. False after the limit, or when `stopped` returns true.
 */
export async function becomesQuiet(callers: Callers, stopped: () => boolean): Promise<boolean> {
  const limitMs = performance.now() + MAX_WAIT_MS;
  const isOver = () => stopped() || performance.now() > limitMs;
  for (;;) {
    const sinceMs = performance.now();
    const callsBefore = countCalls(callers);
    const quietBefore = isIdle(callers);
    while (!callers.streams.every((stream) => stream.hasCaughtUp(sinceMs))) {
      if (isOver()) return false;
      for (const stream of callers.streams) stream.readNow();
      await sleep(POLL_EVERY_MS);
    }
    if (quietBefore && isIdle(callers) && countCalls(callers) === callsBefore) return true;
    if (isOver()) return false;
    await sleep(POLL_EVERY_MS);
  }
}

function isIdle({ schedules, queues }: Callers): boolean {
  return [...schedules, ...queues].every(({ isQuiet }) => isQuiet);
}

function countCalls({ schedules, queues, streams }: Callers): number {
  return [...schedules, ...queues, ...streams].reduce((sum, { calls }) => sum + calls, 0);
}
