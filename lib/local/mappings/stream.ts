import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock/clock.ts';
import type { JsonClient } from '../json-client.ts';
import type { PoolOutcome } from '../lambda/pool.ts';
import type { Log } from '../log.ts';
import { failureMessage } from './failure-message.ts';
import type { Positions } from './positions.ts';
import type { StreamSettings } from './settings.ts';
import { Stopper } from './stopper.ts';
import { type BatchRunner, type GivenUp, runBatch, type StreamRecord } from './stream-batch.ts';
import { RECORDS_A_READ, type Read, TableStream, type TableStreamSource } from './table-stream.ts';

export interface StreamSurroundings extends Omit<TableStreamSource, 'sourceArn'> {
  sqs: JsonClient;
  queueUrl(queueArn: string): string;
  invoke(functionArn: string, event: unknown): Promise<PoolOutcome>;
  positions: Positions;
  clock: Clock;
  log: Log;
}

/** A read, and those of its records that the function is to have. */
interface Gathered extends Read {
  wanted: StreamRecord[];
}

// AWS reads four times a second. What comes between two reads travels together, to the queue too, which spares processor time.
const POLL_MS = 20;
const POLL_IN_WINDOW_MS = 200;
const SHARDS_AGAIN_MS = 30_000;
const AFTER_ERROR_MS = 500;

/** Reads a table's stream and hands its records to a function, each shard in order, from the position kept on disk. */
export class StreamMapping {
  readonly #settings: StreamSettings;
  readonly #around: StreamSurroundings;
  readonly #stream: TableStream;
  readonly #stopper = new Stopper();
  /** For the pauses between two reads only: those before a retry are the function's, and last. */
  readonly #reading = new Stopper();
  readonly #shards = new Map<string, Promise<void>>();
  /** Of each shard: when the latest read that found nothing was begun. Of the machine's `performance`. */
  readonly #foundNothing = new Map<string, number>();
  #batches = 0;
  #shardsKnown = false;
  #work: Promise<void> | undefined;

  constructor(settings: StreamSettings, surroundings: StreamSurroundings) {
    this.#settings = settings;
    this.#around = surroundings;
    this.#stream = new TableStream({ ...surroundings, sourceArn: settings.sourceArn });
  }

  start(): void {
    this.#work = this.#watchShards();
  }

  get functionArns(): string[] {
    return [this.#settings.functionArn];
  }

  /** How many batches it has begun, ever. */
  get calls(): number {
    return this.#batches;
  }

  /** Whether all that was written before `sinceMs` (of `performance`) has been read and dealt with. */
  hasCaughtUp(sinceMs: number): boolean {
    return (
      this.#shardsKnown && [...this.#shards.keys()].every((shard) => (this.#foundNothing.get(shard) ?? 0) > sinceMs)
    );
  }

  /** Reads at once instead of after the present pause, or the end of the batching window. */
  readNow(): void {
    this.#reading.wake();
  }

  /** Ends after the batch in hand. */
  async stop(): Promise<void> {
    this.#stopper.stop();
    this.#reading.stop();
    await this.#work;
    await Promise.all(this.#shards.values());
  }

  async #watchShards(): Promise<void> {
    while (!this.#stopper.stopped) {
      let pauseMs = SHARDS_AGAIN_MS;
      try {
        for (const shard of await this.#stream.shards()) {
          if (!this.#shards.has(shard)) this.#shards.set(shard, this.#readShard(shard));
        }
        this.#shardsKnown = true;
      } catch (error) {
        this.#warn(`cannot list shards: ${String(error)}`);
        pauseMs = AFTER_ERROR_MS;
      }
      await this.#stopper.pause(pauseMs);
    }
  }

  async #readShard(shard: string): Promise<void> {
    let iterator: string | undefined;
    while (!this.#stopper.stopped) {
      try {
        iterator ??= await this.#iterator(shard);
        const begunMs = performance.now();
        const { records, wanted, next } = await this.#gather(iterator);
        if (records.length > 0) await this.#deliver(shard, records, wanted);
        else this.#foundNothing.set(shard, begunMs);
        if (!next) {
          this.#foundNothing.set(shard, Number.POSITIVE_INFINITY);
          return;
        }
        iterator = next;
        if (records.length < RECORDS_A_READ) await this.#reading.pause(POLL_MS);
      } catch (error) {
        if (this.#stopper.stopped) return;
        this.#warn(`cannot read shard ${shard}: ${String(error)}`);
        iterator = undefined;
        await this.#stopper.pause(AFTER_ERROR_MS);
      }
    }
  }

  /** After the last record dealt with; a mapping that begins at LATEST first writes down where that is, so that a restart skips nothing. */
  async #iterator(shard: string): Promise<string> {
    const { positions } = this.#around;
    const kept = positions.get(this.#settings.id, shard);
    if (kept !== undefined) return this.#stream.iterator(shard, kept);
    const first = await this.#stream.iterator(shard, '');
    if (this.#settings.startingPosition === 'TRIM_HORIZON') return first;
    let end = '';
    for (let iterator: string | undefined = first; iterator; ) {
      const { records, next } = await this.#stream.read(iterator);
      end = records.at(-1)?.dynamodb.SequenceNumber ?? end;
      iterator = records.length > 0 ? next : undefined;
    }
    positions.set(this.#settings.id, shard, end);
    return this.#stream.iterator(shard, end);
  }

  /** What there is now; with a batching window also what comes until its end, or until a batch is full. */
  async #gather(iterator: string): Promise<Gathered> {
    const { batchingWindowMs, batchSize } = this.#settings;
    const gathered = await this.#read(iterator);
    if (batchingWindowMs === 0 || gathered.wanted.length === 0) return gathered;
    let isOver = false;
    void this.#reading.pause(batchingWindowMs).then(() => {
      isOver = true;
    });
    let found = gathered.records.length;
    while (gathered.next && gathered.wanted.length < batchSize && !isOver) {
      if (found < RECORDS_A_READ) await this.#reading.pause(POLL_IN_WINDOW_MS);
      const { records, wanted, next } = await this.#read(gathered.next);
      found = records.length;
      gathered.records.push(...records);
      gathered.wanted.push(...wanted);
      gathered.next = next;
    }
    return gathered;
  }

  async #read(iterator: string): Promise<Gathered> {
    const read = await this.#stream.read(iterator);
    return { ...read, wanted: read.records.filter((record) => this.#isWanted(record)) };
  }

  async #deliver(shard: string, records: StreamRecord[], wanted: StreamRecord[]): Promise<void> {
    const advance = (record: StreamRecord) =>
      this.#around.positions.set(this.#settings.id, shard, record.dynamodb.SequenceNumber);
    const runner = this.#runner(shard, advance);
    for (let start = 0; start < wanted.length && !this.#stopper.stopped; start += this.#settings.batchSize) {
      this.#batches++;
      await runBatch(wanted.slice(start, start + this.#settings.batchSize), runner);
    }
    const last = records.at(-1);
    if (last && !this.#stopper.stopped) advance(last);
  }

  #isWanted(record: StreamRecord): boolean {
    return this.#settings.passes(record) && isChange(record);
  }

  #runner(shard: string, advance: (record: StreamRecord) => void): BatchRunner {
    const { clock, invoke } = this.#around;
    return {
      settings: this.#settings,
      clock,
      invoke: (event) => invoke(this.#settings.functionArn, event),
      advance,
      giveUp: (description) => this.#giveUp(shard, description),
      pause: (ms) => this.#stopper.pause(ms),
      stopping: () => this.#stopper.stopped,
    };
  }

  async #giveUp(shard: string, given: GivenUp): Promise<void> {
    const { sqs, queueUrl } = this.#around;
    const { onFailureQueueArn } = this.#settings;
    this.#warn(`gave up ${given.records.length} records: ${given.condition}`);
    if (!onFailureQueueArn) return;
    const message = failureMessage(given, this.#settings, shard, this.#around.clock.nowMs());
    await sqs('SendMessage', { QueueUrl: queueUrl(onFailureQueueArn), MessageBody: JSON.stringify(message) });
  }

  #warn(text: string): void {
    this.#around.log({ kind: 'host', level: 'warn', text: `Stream mapping ${this.#settings.id} ${text}` });
  }
}

/** DynamoDB writes no record for a write that changes nothing; the engine does. */
function isChange({ eventName, dynamodb }: StreamRecord): boolean {
  if (eventName !== 'MODIFY' || !dynamodb.NewImage || !dynamodb.OldImage) return true;
  return !isDeepStrictEqual(dynamodb.NewImage, dynamodb.OldImage);
}
