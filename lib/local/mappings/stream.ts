import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock/clock.ts';
import { failureMessage } from './failure-message.ts';
import type { Positions } from './positions.ts';
import type { MappingSurroundings, StreamSettings } from './settings.ts';
import { Stopper } from './stopper.ts';
import { type BatchRunner, type GivenUp, runBatch, type StreamRecord } from './stream-batch.ts';
import { RECORDS_A_READ, TableStream, type TableStreamSource } from './table-stream.ts';

export interface StreamSurroundings extends MappingSurroundings, Omit<TableStreamSource, 'sourceArn'> {
  queueUrl(queueArn: string): string;
  positions: Positions;
  clock: Clock;
}

// AWS reads four times a second. Records between two reads are processed in one batch, which saves processor time.
const POLL_MS = 20;
const LIST_SHARDS_MS = 30_000;
const AFTER_ERROR_MS = 500;

/** Reads a table's stream and passes its records to a function, each shard in order, from the stored position. */
export class StreamMapping {
  readonly #settings: StreamSettings;
  readonly #around: StreamSurroundings;
  readonly #stream: TableStream;
  readonly #stopper = new Stopper();
  /** For the pauses between reads only: `readNow` does not shorten the pauses before a retry. */
  readonly #reading = new Stopper();
  readonly #shards = new Map<string, Promise<void>>();
  /** By shard: when the latest read without records began, by `performance`. */
  readonly #emptyReadMs = new Map<string, number>();
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

  /** Number of batches begun since the start. */
  get calls(): number {
    return this.#batches;
  }

  /** Whether all records written before `sinceMs` (by `performance`) have been processed. */
  hasCaughtUp(sinceMs: number): boolean {
    return (
      this.#shardsKnown && [...this.#shards.keys()].every((shard) => (this.#emptyReadMs.get(shard) ?? 0) > sinceMs)
    );
  }

  /** Ends the current pause, so that the next read follows immediately. */
  readNow(): void {
    this.#reading.wake();
  }

  /** Stops after the batch in progress. */
  async stop(): Promise<void> {
    this.#stopper.stop();
    this.#reading.stop();
    await this.#work;
    await Promise.all(this.#shards.values());
  }

  async #watchShards(): Promise<void> {
    while (!this.#stopper.stopped) {
      let pauseMs = LIST_SHARDS_MS;
      try {
        for (const shard of await this.#stream.shards()) {
          if (!this.#shards.has(shard)) this.#shards.set(shard, this.#readShard(shard));
        }
        this.#shardsKnown = true;
      } catch (error) {
        this.#warn(`listing of shards failed: ${String(error)}`);
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
        const { records, next } = await this.#stream.read(iterator);
        if (records.length > 0) await this.#deliver(shard, records);
        else this.#emptyReadMs.set(shard, begunMs);
        if (!next) {
          this.#emptyReadMs.set(shard, Number.POSITIVE_INFINITY);
          return;
        }
        iterator = next;
        if (records.length < RECORDS_A_READ) await this.#reading.pause(POLL_MS);
      } catch (error) {
        if (this.#stopper.stopped) return;
        this.#warn(`read of shard ${shard} failed: ${String(error)}`);
        iterator = undefined;
        await this.#stopper.pause(AFTER_ERROR_MS);
      }
    }
  }

  /** An iterator after the last processed record, or at the oldest one. */
  #iterator(shard: string): Promise<string> {
    return this.#stream.iterator(shard, this.#around.positions.get(this.#settings.id, shard) ?? '');
  }

  async #deliver(shard: string, records: StreamRecord[]): Promise<void> {
    const advance = (record: StreamRecord) =>
      this.#around.positions.set(this.#settings.id, shard, record.dynamodb.SequenceNumber);
    const runner = this.#runner(shard, advance);
    const wanted = records.filter((record) => this.#isWanted(record));
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
    this.#warn(`batch given up: ${given.records.length} records, ${given.condition}`);
    if (!onFailureQueueArn) return;
    const message = failureMessage(given, this.#settings, shard, this.#around.clock.nowMs());
    await sqs('SendMessage', { QueueUrl: queueUrl(onFailureQueueArn), MessageBody: JSON.stringify(message) });
  }

  #warn(text: string): void {
    this.#around.log({ kind: 'host', level: 'warn', text: `stream mapping ${this.#settings.id}: ${text}` });
  }
}

/** Whether the record is a change. The engine, unlike DynamoDB, also writes records for writes that change nothing. */
function isChange({ eventName, dynamodb }: StreamRecord): boolean {
  if (eventName !== 'MODIFY' || !dynamodb.NewImage || !dynamodb.OldImage) return true;
  return !isDeepStrictEqual(dynamodb.NewImage, dynamodb.OldImage);
}
