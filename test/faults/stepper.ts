import type { DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { sweep } from '../../functions/payments/sweep.ts';
import { deliver } from '../../functions/webhooks/deliver.ts';
import { relay } from '../../functions/webhooks/relay.ts';
import { sweepTestEvents } from '../../functions/webhooks/sweep-test-events.ts';
import type { Json, JsonObject } from '../../lib/local/json.ts';
import type { PoolOutcome } from '../../lib/local/lambda/pool.ts';
import { queueRecord } from '../../lib/local/mappings/queue-record.ts';
import type { StreamSettings } from '../../lib/local/mappings/settings.ts';
import { runBatch, type StreamRecord } from '../../lib/local/mappings/stream-batch.ts';
import type { HeldMessage, HeldQueue } from './held-queue.ts';
import type { Ended } from './invocation.ts';
import type { World } from './world.ts';

/** Something from outside that happens at its time, and again later when it did not succeed: a notice of the bank, say. */
export interface Deed {
  atMs: number;
  againAfterMs: number;
  /** Answers whether it is done with. */
  run(): Promise<boolean>;
}

export interface StepperOptions {
  /** The earliest `dueAt` there is, so that minutes in which a sweep would find nothing are jumped over. */
  nextDueAtMs(): Promise<number | undefined>;
  /** How many consumers get each message at once: SQS may deliver twice. */
  copies: number;
  /** Whether the stream's records are given up instead of relayed, as after all retries have failed. */
  losesRecords: boolean;
}

const MINUTE_MS = 60_000;
const SWEEP_MS = 30_000;
// The longest chains, of a delivery that is given up, take a few hundred.
const MAXIMUM_STEPS = 5_000;

// As in `delivery-pipeline.ts`.
const STREAM: StreamSettings = {
  id: 'relay',
  sourceArn: 'stream',
  functionArn: 'relay',
  batchSize: 100,
  batchingWindowMs: 0,
  passes: () => true,
  hasFilter: false,
  reportsItemFailures: true,
  startingPosition: 'TRIM_HORIZON',
  bisects: true,
  maxRetries: 20,
  maxAgeMs: 12 * 3_600_000,
  onFailureQueueArn: undefined,
};

/**
 * Plays the services between the functions: reads the stream for the relay, hands messages to the consumer, runs the
 * sweep by the minute. One thing after the other, so that a run can be repeated; where nothing is due the clock jumps.
 */
export class Stepper {
  readonly #world: World;
  readonly #options: StepperOptions;
  readonly deeds: Deed[] = [];
  #lastSweepMs = 0;
  /** Test events that were seen in the stream. */
  readonly testEventIds: string[] = [];
  /** Times that a consumer had another message of the same event beside it; each may cost one POST more. */
  duplicates = 0;
  /** Stream records that were given up. */
  unrelayed = 0;
  deadLetters = 0;

  constructor(world: World, options: StepperOptions) {
    this.#world = world;
    this.#options = options;
  }

  /** Goes on until nothing is due any more, or nothing before `endMs`. */
  async untilQuiet(endMs = Number.POSITIVE_INFINITY): Promise<void> {
    const maximumSteps = endMs === Number.POSITIVE_INFINITY ? MAXIMUM_STEPS : Number.POSITIVE_INFINITY;
    for (let step = 0; step < maximumSteps; step += 1) {
      if (await this.step()) continue;
      const nextMs = await this.#nextMs();
      if (nextMs === undefined || nextMs >= endMs) return;
      this.#world.time.nowMs = Math.max(this.#world.time.nowMs, nextMs);
      await this.#sweepIfDue();
    }
    throw new Error('the world never becomes quiet');
  }

  /** Does what is due now; false when there was nothing. */
  async step(): Promise<boolean> {
    const worked = [
      await this.#doDeeds(),
      await this.#relay(),
      await this.#consume('deliveries'),
      await this.#consume('retries'),
    ];
    return worked.includes(true);
  }

  async #nextMs(): Promise<number | undefined> {
    const { deliveries, retries } = this.#world.queues;
    const deedAtMs = Math.min(...this.deeds.map(({ atMs }) => atMs));
    const soonest = Math.min(
      deedAtMs,
      deliveries.nextAtMs(),
      retries.nextAtMs(),
      (await this.#nextSweepMs()) ?? Infinity,
    );
    return Number.isFinite(soonest) ? soonest : undefined;
  }

  async #nextSweepMs(): Promise<number | undefined> {
    const dueAtMs = await this.#options.nextDueAtMs();
    if (dueAtMs === undefined) return undefined;
    return Math.max(Math.ceil(dueAtMs / MINUTE_MS) * MINUTE_MS, this.#lastSweepMs + MINUTE_MS);
  }

  async #doDeeds(): Promise<boolean> {
    const { time } = this.#world;
    const due = this.deeds.filter(({ atMs }) => atMs <= time.nowMs);
    for (const deed of due) {
      if (await deed.run()) this.deeds.splice(this.deeds.indexOf(deed), 1);
      else deed.atMs = time.nowMs + deed.againAfterMs;
    }
    return due.length > 0;
  }

  async #relay(): Promise<boolean> {
    const { world, stopped } = { world: this.#world, stopped: () => false };
    const records = await world.stream.read();
    this.testEventIds.push(...records.filter(({ eventName }) => eventName === 'INSERT').map(transactionIdOf));
    if (this.#options.losesRecords) {
      this.unrelayed += records.length;
      return records.length > 0;
    }
    for (let start = 0; start < records.length; start += STREAM.batchSize) {
      await runBatch(records.slice(start, start + STREAM.batchSize), {
        settings: STREAM,
        clock: { nowMs: () => world.time.nowMs, after: () => ({ cancel: () => undefined }) },
        invoke: (event) => this.#invokeRelay(event as DynamoDBStreamEvent),
        advance: () => undefined,
        giveUp: async (given) => {
          this.unrelayed += given.records.length;
        },
        pause: async (ms) => {
          world.time.nowMs += ms;
        },
        stopping: stopped,
      });
    }
    return records.length > 0;
  }

  async #invokeRelay(event: DynamoDBStreamEvent): Promise<PoolOutcome> {
    const ended = await this.#world.invoke('relay', (environment) => relay(event, environment.relay));
    if (ended.kind !== 'answered' || this.#isLost('stream commit')) return { kind: 'failed' } as PoolOutcome;
    return { kind: 'answered', payload: ended.answer as unknown as Json } as PoolOutcome;
  }

  async #consume(name: 'deliveries' | 'retries'): Promise<boolean> {
    const world = this.#world;
    const queue = world.queues[name];
    const due = await queue.due();
    this.deadLetters += (await queue.deadLetters()).length;
    if (due.length === 0) return false;
    const event = { Records: due.map(({ message }) => queueRecord(message, queue.arn)) } as unknown as SQSEvent;
    this.duplicates += due.length * this.#options.copies - new Set(due.map(({ message }) => eventIdOf(message))).size;
    const endings = await Promise.all(
      Array.from({ length: this.#options.copies }, (_, copy) =>
        world.invoke('deliver', (environment) => deliver(event, world.queues.retries.url, environment.deliver), copy),
      ),
    );
    for (const held of due) {
      const isDone = endings.some((ended) => isHandled(held, ended));
      await this.#acknowledge(queue, held, isDone);
    }
    return true;
  }

  async #acknowledge(queue: HeldQueue, held: HeldMessage, isDone: boolean): Promise<void> {
    if (isDone && !this.#isLost('queue delete')) await queue.done(held);
    else queue.failed(held);
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
    const nextMs = await this.#nextSweepMs();
    if (nextMs === undefined || nextMs > time.nowMs) return;
    await this.sweep();
  }

  async sweep(): Promise<void> {
    const { time } = this.#world;
    this.#lastSweepMs = time.nowMs;
    const deadlineMs = time.nowMs + SWEEP_MS;
    await this.#world.invoke('sweep', (environment) =>
      Promise.all([sweep(environment.sweep)(deadlineMs), sweepTestEvents(environment.sweep)(deadlineMs)]),
    );
  }
}

function isHandled({ message }: HeldMessage, ended: Ended<SQSBatchResponse>): boolean {
  if (ended.kind !== 'answered') return false;
  return !ended.answer.batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === message.MessageId);
}

function eventIdOf({ Body }: JsonObject): string {
  return (JSON.parse(String(Body)) as { eventId: string }).eventId;
}

function transactionIdOf({ dynamodb }: StreamRecord): string {
  return (dynamodb.NewImage as { transactionId: { S: string } }).transactionId.S;
}
