import type { SqsEngine } from '../engines/sqs.ts';
import type { CallCount, Functions } from '../lambda/functions.ts';
import type { MovableClock } from './movable-clock.ts';
import { becomesQuiet, type Callers } from './quiet.ts';
import type { Schedule } from './schedule.ts';

/** A time on the way at which something was done. */
export interface JumpStep {
  /** ISO 8601 UTC. */
  at: string;
  /** Calls that ended, by function name. */
  calls: Record<string, number>;
}

export interface Jump {
  from: string;
  now: string;
  /** All that the clock is ahead of the machine's. */
  aheadMs: number;
  /** False when what a step caused did not come to an end; the jump stopped there. */
  quiet: boolean;
  /** Calls on the whole way by function name, and how many of them failed. */
  calls: Record<string, CallCount>;
  /** The first hundred steps at which functions were called. */
  steps: JumpStep[];
}

export interface TimeTravelParts {
  clock: MovableClock;
  sqs: SqsEngine;
  functions: Functions;
  callers: Callers;
  /** When the first work is due that schedules look for; undefined when there is none. */
  firstDueMs?: () => Promise<number | undefined>;
  /** Deletes the items whose time to live is over. */
  deleteExpired: () => Promise<void>;
}

const HOUR_MS = 3_600_000;
/** On a longer way the times of a schedule at which it would find nothing are left out. */
const EVERY_TIME_UP_TO_MS = HOUR_MS;
const STEPS_LOGGED = 100;

/**
 * Moves the clock on so that everything that falls due on the way happens in order: from due time to due time, and at
 * each all that it causes ends before the clock goes on. Due are the ends of delays and of visibility time-outs in the
 * queues, and the times of the schedules. A jump of up to an hour runs each schedule at each of its times; a longer one
 * runs schedules of less than an hour only when their work is due (`firstDueMs`; each time when that is not known), and
 * once at the last of their times.
 */
export class TimeTravel {
  readonly #parts: TimeTravelParts;
  #latest: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(parts: TimeTravelParts) {
    this.#parts = parts;
  }

  /** One jump at a time. `byMs` may be 0: then it only waits until what is due now is done. */
  advance(byMs: number): Promise<Jump> {
    const jump = this.#latest.then(() => this.#jump(byMs));
    this.#latest = jump.catch(() => undefined);
    return jump;
  }

  /** Ends the jump under way where it has come to. */
  stop(): void {
    this.#stopped = true;
  }

  async #jump(byMs: number): Promise<Jump> {
    const { clock, functions, callers } = this.#parts;
    const before = functions.counts();
    const fromMs = clock.nowMs();
    const steps: JumpStep[] = [];
    let quiet = await becomesQuiet(callers, () => this.#stopped);
    // What is under way belongs to the time before; its own duration is no part of the jump.
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
    const { sqs, callers } = this.#parts;
    const dueMs = byMs > EVERY_TIME_UP_TO_MS ? await this.#workDueMs() : 0;
    for (const schedule of callers.schedules) schedule.waitUntil(wantedMs(schedule, dueMs, targetMs));
    return Math.min(sqs.nextDueMs() ?? Number.POSITIVE_INFINITY, ...callers.schedules.map(({ nextMs }) => nextMs));
  }

  async #workDueMs(): Promise<number> {
    const { firstDueMs } = this.#parts;
    return firstDueMs ? ((await firstDueMs()) ?? Number.POSITIVE_INFINITY) : 0;
  }
}

/** When the schedule is to run next: when its work is due, and in any case at its last time before the end. */
function wantedMs(schedule: Schedule, dueMs: number, targetMs: number): number {
  if (schedule.intervalMs >= HOUR_MS) return 0;
  return Math.min(dueMs, targetMs - schedule.intervalMs + 1);
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
