import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { StreamRecord } from '../../../lib/local/mappings/stream-batch.ts';
import { eventIdOf } from './queue.ts';
import { feedRelay, handBatch, sweepOnce } from './services.ts';
import type { World } from './world.ts';

/** An external action at a given time, retried until it succeeds, such as a notification of the bank. */
export interface Action {
  atMs: number;
  retryAfterMs: number;
  /** Returns whether it succeeded. */
  run(): Promise<boolean>;
}

export interface StepperOptions {
  /** The earliest `dueAt`, so that sweeps that would find nothing are skipped. */
  nextDueAtMs(): number | undefined;
  /** How many consumers receive each message at the same time: SQS may deliver twice. */
  copies: number;
  /** Whether stream records are given up instead of relayed, as after all retries have failed. */
  losesRecords: boolean;
}

// The longest chains, those of abandoned deliveries, take a few hundred.
const MAX_STEPS = 5_000;

/**
 * Runs the services between the functions: reads the stream for the relay, passes messages to the consumer, runs the
 * sweep each minute. Works sequentially, so that a run can be repeated. When nothing is due, the clock jumps.
 */
export class Stepper {
  readonly #world: World;
  readonly #options: StepperOptions;
  readonly actions: Action[] = [];
  #lastSweepMs = 0;
  /** Test events found in the stream. */
  readonly testEventIds: string[] = [];
  /** How often two messages of one event were handled concurrently. Each may cause one more POST. */
  duplicates = 0;

  constructor(world: World, options: StepperOptions) {
    this.#world = world;
    this.#options = options;
  }

  /** Continues until nothing is due. */
  async untilQuiet(): Promise<void> {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (await this.step()) continue;
      const nextMs = this.#nextMs();
      if (nextMs === undefined) return;
      this.#world.time.nowMs = Math.max(this.#world.time.nowMs, nextMs);
      await this.#sweepIfDue();
    }
    throw new Error('the world never becomes quiet');
  }

  /** Does what is due now. Returns false when nothing was due. */
  async step(): Promise<boolean> {
    const parts = [
      () => this.#runActions(),
      () => this.#relay(),
      () => this.#consume('deliveries'),
      () => this.#consume('retries'),
    ];
    let hasWorked = false;
    for (const part of parts) hasWorked = (await part()) || hasWorked;
    return hasWorked;
  }

  #nextMs(): number | undefined {
    const actionAtMs = Math.min(...this.actions.map(({ atMs }) => atMs));
    const sweepAtMs = this.#nextSweepMs() ?? Number.POSITIVE_INFINITY;
    const soonest = Math.min(actionAtMs, this.#world.nextMessageAtMs(), sweepAtMs);
    return Number.isFinite(soonest) ? soonest : undefined;
  }

  #nextSweepMs(): number | undefined {
    const dueAtMs = this.#options.nextDueAtMs();
    if (dueAtMs === undefined) return undefined;
    return Math.max(Math.ceil(dueAtMs / MINUTE_MS) * MINUTE_MS, this.#lastSweepMs + MINUTE_MS);
  }

  async #runActions(): Promise<boolean> {
    const { time } = this.#world;
    const due = this.actions.filter(({ atMs }) => atMs <= time.nowMs);
    for (const action of due) {
      if (await action.run()) this.actions.splice(this.actions.indexOf(action), 1);
      else action.atMs = time.nowMs + action.retryAfterMs;
    }
    return due.length > 0;
  }

  async #relay(): Promise<boolean> {
    const world = this.#world;
    const records = await world.stream.read();
    this.testEventIds.push(...records.filter(({ eventName }) => eventName === 'INSERT').map(transactionIdOf));
    if (!this.#options.losesRecords) await feedRelay(world, records, () => this.#isLost('stream commit'));
    return records.length > 0;
  }

  async #consume(name: 'deliveries' | 'retries'): Promise<boolean> {
    const world = this.#world;
    const queue = world.queues[name];
    const batch = await queue.receive();
    if (batch.length === 0) return false;
    const { copies } = this.#options;
    this.duplicates += batch.length * copies - new Set(batch.map(eventIdOf)).size;
    await handBatch(world, { queue, batch }, { copies, mayDelete: () => !this.#isLost('queue delete') });
    return true;
  }

  /** Lambda itself can crash between a function's answer and the commit. The work is then retried. */
  #isLost(operation: string): boolean {
    const { trace } = this.#world.state;
    if (!trace.crashesAt(trace.number(operation), 'before')) return false;
    this.#world.state.crashes += 1;
    return true;
  }

  async #sweepIfDue(): Promise<void> {
    const { time } = this.#world;
    const nextMs = this.#nextSweepMs();
    if (nextMs === undefined || nextMs > time.nowMs) return;
    this.#lastSweepMs = time.nowMs;
    await sweepOnce(this.#world);
  }
}

function transactionIdOf({ dynamodb }: StreamRecord): string {
  return (dynamodb.NewImage as { transactionId: { S: string } }).transactionId.S;
}

// Real time. On an idle machine the world's clock moves several times a second. An endless run must not block others.
const STUCK_MS = 180_000;

/**
 * Waits for `work`. Throws, with the names of the running functions, when the world's clock does not move for
 * three minutes.
 */
export async function unlessStuck(world: World, work: Promise<void>): Promise<void> {
  const stuck = Promise.withResolvers<never>();
  let [seenMs, movedAt] = [world.time.nowMs, performance.now()];
  const watch = setInterval(() => {
    if (world.time.nowMs !== seenMs) [seenMs, movedAt] = [world.time.nowMs, performance.now()];
    if (performance.now() - movedAt < STUCK_MS) return;
    const names = [...world.state.running].map(({ functionName }) => functionName);
    stuck.reject(new Error(`stuck; under way: ${names.join(', ') || 'nothing'}`));
  }, STUCK_MS / 10);
  await Promise.race([work, stuck.promise]).finally(() => clearInterval(watch));
}
