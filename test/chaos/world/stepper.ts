import type { StreamRecord } from '../../../lib/local/mappings/stream-batch.ts';
import { eventIdOf } from './queue.ts';
import { feedRelay, handBatch, sweepOnce } from './services.ts';
import type { World } from './world.ts';

/** Something from outside that happens at its time, and again later when it did not succeed: a notice of the bank, say. */
export interface Action {
  atMs: number;
  againAfterMs: number;
  /** Answers whether it is done with. */
  run(): Promise<boolean>;
}

export interface StepperOptions {
  /** The earliest `dueAt` there is, so that minutes in which a sweep would find nothing are jumped over. */
  nextDueAtMs(): number | undefined;
  /** How many consumers get each message at once: SQS may deliver twice. */
  copies: number;
  /** Whether the stream's records are given up instead of relayed, as after all retries have failed. */
  losesRecords: boolean;
  /** Draws what the stream or a queue does wrong with a batch: loses it, or hands it to two consumers at once. */
  fault?(): 'lost' | 'twice' | undefined;
  /** Lets everything that is due run at the same time: nearer to life, and no two runs are alike. */
  isSideBySide?: boolean;
  /** After so many without end the world counts as never quiet. */
  maximumSteps?: number;
}

const MINUTE_MS = 60_000;
// The longest chains, of a delivery that is given up, take a few hundred.
const MAXIMUM_STEPS = 5_000;

/**
 * Plays the services between the functions: reads the stream for the relay, hands messages to the consumer, runs the
 * sweep by the minute. One thing after the other, so that a run can be repeated; where nothing is due the clock jumps.
 */
export class Stepper {
  readonly #world: World;
  readonly #options: StepperOptions;
  readonly actions: Action[] = [];
  #lastSweepMs = 0;
  /** Test events that were seen in the stream. */
  readonly testEventIds: string[] = [];
  /** Times that a consumer had another message of the same event beside it; each may cost one POST more. */
  duplicates = 0;
  /** Stream records that were given up. */
  unrelayed = 0;
  /** Messages whose consumer died or failed; each may cost one POST more. */
  interrupted = 0;
  /** Messages that a queue lost. */
  lostMessages = 0;

  constructor(world: World, options: StepperOptions) {
    this.#world = world;
    this.#options = options;
  }

  /** Goes on until nothing is due, or nothing before `endMs`. */
  async untilQuiet(endMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { maximumSteps: mostSteps = MAXIMUM_STEPS } = this.#options;
    const maximumSteps = endMs === Number.POSITIVE_INFINITY ? mostSteps : Number.POSITIVE_INFINITY;
    for (let step = 0; step < maximumSteps; step += 1) {
      if (await this.step()) continue;
      const nextMs = this.#nextMs();
      if (nextMs === undefined || nextMs >= endMs) return;
      this.#world.time.nowMs = Math.max(this.#world.time.nowMs, nextMs);
      if (this.#options.isSideBySide) await Promise.all([this.#sweepIfDue(), this.step()]);
      else await this.#sweepIfDue();
    }
    throw new Error('the world never becomes quiet');
  }

  /** Does what is due now; false when there was nothing. */
  async step(): Promise<boolean> {
    const parts = [
      () => this.#doDeeds(),
      () => this.#relay(),
      () => this.#consume('deliveries'),
      () => this.#consume('retries'),
    ];
    if (this.#options.isSideBySide) return (await Promise.all(parts.map((part) => part()))).includes(true);
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

  async #doDeeds(): Promise<boolean> {
    const { time } = this.#world;
    const due = this.actions.filter(({ atMs }) => atMs <= time.nowMs);
    for (const action of due) {
      if (await action.run()) this.actions.splice(this.actions.indexOf(action), 1);
      else action.atMs = time.nowMs + action.againAfterMs;
    }
    return due.length > 0;
  }

  async #relay(): Promise<boolean> {
    const world = this.#world;
    const records = await world.stream.read();
    this.testEventIds.push(...records.filter(({ eventName }) => eventName === 'INSERT').map(transactionIdOf));
    if (this.#options.losesRecords || (records.length > 0 && this.#options.fault?.() === 'lost')) {
      this.unrelayed += records.length;
      return records.length > 0;
    }
    this.unrelayed += await feedRelay(world, records, () => this.#isLost('stream commit'));
    return records.length > 0;
  }

  async #consume(name: 'deliveries' | 'retries'): Promise<boolean> {
    const world = this.#world;
    const queue = world.queues[name];
    const batch = await queue.receive();
    if (batch.length === 0) return false;
    const fault = this.#options.fault?.();
    if (fault === 'lost') {
      for (const record of batch) await queue.done(record);
      this.lostMessages += batch.length;
      return true;
    }
    const copies = fault === 'twice' ? 2 : this.#options.copies;
    this.duplicates += batch.length * copies - new Set(batch.map(eventIdOf)).size;
    const place = this.#options.isSideBySide && name === 'retries' ? 10 : 0;
    const mayDelete = () => !this.#isLost('queue delete');
    const endings = await handBatch(world, { queue, batch }, { copies, place, mayDelete });
    this.interrupted += endings.filter(({ kind }) => kind !== 'answered').length * batch.length;
    return true;
  }

  /** Lambda itself can die between a function's answer and what it does with it; the work then comes again. */
  #isLost(operation: string): boolean {
    const { trace } = this.#world.state;
    if (!trace.isCutAt(`${trace.number(operation)} before`)) return false;
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
