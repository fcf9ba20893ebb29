import type { SqsEngine } from '../engines/sqs.ts';
import type { CallCount, Functions } from '../lambda/functions.ts';
import { HOUR_MS, SECOND_MS } from './durations.ts';
import type { MovableClock } from './movable-clock.ts';
import { becomesQuiet, type Callers } from './quiet.ts';
import type { Schedule } from './schedule.ts';

/** A time of the jump at which functions were called. */
export interface JumpStep {
  /** ISO 8601 UTC. */
  at: string;
  /** Calls that ended, by function name. */
  calls: Record<string, number>;
}

export interface Jump {
  from: string;
  now: string;
  /** How far the clock is ahead of the machine's. */
  aheadMs: number;
  /** False when calls of a step did not end; the jump stopped there. */
  quiet: boolean;
  /** Calls of the complete jump by function name, and how many of them failed. */
  calls: Record<string, CallCount>;
  /** The first hundred steps at which functions were called. */
  steps: JumpStep[];
}

export interface TimeTravelParts {
  clock: MovableClock;
  sqs: SqsEngine;
  functions: Functions;
  callers: Callers;
  /** When the first work of the schedules after this time is due; infinity when there is none. */
  firstDueMs?: (afterMs: number) => Promise<number>;
  /** Deletes the items whose time to live is over. */
  deleteExpired: () => Promise<void>;
}

/** A longer jump skips the times of a schedule at which it would find no work. */
const EVERY_TIME_UP_TO_MS = HOUR_MS;
/** In such a jump a schedule that could not do its work tries again after this time, and not at each of its times. */
const RETRY_AFTER_MS = HOUR_MS;
const STEPS_LOGGED = 100;

/**
 * Moves the clock forward from due time to due time, so that everything due runs in order. At each step it waits until
 * all calls and what they cause have ended. Due times are the ends of delays and visibility timeouts in the queues,
 * and the times of the schedules. A jump of up to an hour runs each schedule at each of its times. A longer one runs it
 * only when work is due (`firstDueMs`; at each time when that is not known), and at its last time.
 */
export class TimeTravel {
  readonly #parts: TimeTravelParts;
  #latest: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(parts: TimeTravelParts) {
    this.#parts = parts;
  }

  /** Runs one jump at a time. With `byMs` 0 it only waits until everything due now has run. */
  advance(byMs: number): Promise<Jump> {
    const jump = this.#latest.then(() => this.#jump(byMs));
    this.#latest = jump.catch(() => undefined);
    return jump;
  }

  /** Stops the jump in progress at its current step. */
  stop(): void {
    this.#stopped = true;
  }

  async #jump(byMs: number): Promise<Jump> {
    const { clock, functions, callers } = this.#parts;
    const before = functions.counts();
    const fromMs = clock.nowMs();
    const steps: JumpStep[] = [];
    let quiet = await becomesQuiet(callers, () => this.#stopped);
    // Calls in progress end before the jump begins; their duration is not part of it.
    const targetMs = clock.nowMs() + byMs;
    while (quiet && clock.nowMs() < targetMs) quiet = await this.#step(targetMs, byMs, steps);
    for (const schedule of callers.schedules) schedule.waitUntil(clock.nowMs());
    if (byMs > 0) await this.#parts.deleteExpired();
    return {
      from: isoTime(fromMs),
      now: isoTime(clock.nowMs()),
      aheadMs: clock.aheadMs(),
      quiet,
      calls: difference(before, functions.counts()),
      steps,
    };
  }

  async #step(targetMs: number, byMs: number, steps: JumpStep[]): Promise<boolean> {
    const { clock, functions, callers, sqs } = this.#parts;
    const before = functions.counts();
    const toMs = Math.min(targetMs, await this.#nextDueMs(targetMs, byMs));
    clock.moveTo(toMs);
    sqs.clockMoved();
    const quiet = await becomesQuiet(callers, () => this.#stopped);
    const calls = Object.entries(difference(before, functions.counts())).map(([name, count]) => [name, count.calls]);
    if (calls.length > 0 && steps.length < STEPS_LOGGED)
      steps.push({ at: isoTime(toMs), calls: Object.fromEntries(calls) });
    return quiet;
  }

  async #nextDueMs(targetMs: number, byMs: number): Promise<number> {
    const { sqs, callers, firstDueMs } = this.#parts;
    const isFar = byMs > EVERY_TIME_UP_TO_MS && firstDueMs;
    for (const schedule of callers.schedules)
      schedule.waitUntil(isFar ? await wantedMs(schedule, firstDueMs, targetMs) : 0);
    const dueMs = Math.min(
      sqs.nextDueMs() ?? Number.POSITIVE_INFINITY,
      ...callers.schedules.map(({ nextMs }) => nextMs),
    );
    // Delays are whole seconds: what waits for the same time arrives in one step.
    return isFar ? Math.ceil(dueMs / SECOND_MS) * SECOND_MS : dueMs;
  }
}

/** When the schedule runs next in a far jump: when work is due or to be tried again, and at its last time. */
async function wantedMs(
  { calls, latestMs, intervalMs }: Schedule,
  firstDueMs: (afterMs: number) => Promise<number>,
  targetMs: number,
): Promise<number> {
  const lastMs = targetMs - intervalMs + 1;
  const dueMs = await firstDueMs(0);
  if (dueMs > latestMs || calls === 0) return Math.min(dueMs, lastMs);
  return Math.min(await firstDueMs(latestMs), latestMs + RETRY_AFTER_MS, lastMs);
}

function difference(
  before: ReadonlyMap<string, CallCount>,
  after: ReadonlyMap<string, CallCount>,
): Record<string, CallCount> {
  const changed = [...after].map(([name, { calls, failed }]): [string, CallCount] => {
    const known = before.get(name) ?? { calls: 0, failed: 0 };
    return [name, { calls: calls - known.calls, failed: failed - known.failed }];
  });
  return Object.fromEntries(changed.filter(([, { calls }]) => calls > 0));
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
