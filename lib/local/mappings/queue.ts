import type { QueueContent } from '../engines/sqs.ts';
import type { JsonObject } from '../json.ts';
import { readBatchOutcome } from './item-failures.ts';
import { forFilter, queueRecord } from './queue-record.ts';
import type { MappingSurroundings, QueueSettings } from './settings.ts';
import { Stopper } from './stopper.ts';

export interface QueueSurroundings extends MappingSurroundings {
  queueUrl: string;
  holding(): QueueContent;
  /** Maximum number of batches that the function processes in parallel. */
  functionConcurrency: number;
}

const MAX_MESSAGES_A_RECEIVE = 10;
const LONG_POLL_SECONDS = 20;
const AFTER_ERROR_MS = 500;
/** One poller handles hundreds of batches a second; the second one hides the latency of a long poll. */
const POLLERS = 2;
/** Number of handles above which those that are no longer in flight are removed. */
const CLEAN_UP_ABOVE = 1_000;

/**
 * Receives messages and passes them to a function in batches, several in parallel. Successful messages are deleted.
 * Failed ones stay hidden until the queue's visibility timeout, and are then retried or moved to the dead-letter
 * queue. Not modelled: the slow increase of concurrency on AWS.
 */
export class QueueMapping {
  readonly #settings: QueueSettings;
  readonly #around: QueueSurroundings;
  readonly #stopper = new Stopper();
  readonly #running = new Set<Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  /** Receipt handles of failed messages: in flight, but not processed until they are received again. */
  readonly #left = new Set<string>();
  #free: number;
  #batches = 0;
  #pollers: Promise<void>[] = [];

  constructor(settings: QueueSettings, surroundings: QueueSurroundings) {
    this.#settings = settings;
    this.#around = surroundings;
    this.#free = Math.min(
      settings.maxConcurrency ?? surroundings.functionConcurrency,
      surroundings.functionConcurrency,
    );
  }

  start(): void {
    // Received by a host that ended before it had processed them.
    for (const handle of this.#around.holding().inFlight) this.#left.add(handle);
    // With a batching window two pollers would each collect a part of one batch.
    const pollers = this.#settings.batchingWindowMs > 0 ? 1 : Math.min(POLLERS, this.#free);
    this.#pollers = Array.from({ length: pollers }, () => this.#poll());
  }

  get functionArns(): string[] {
    return [this.#settings.functionArn];
  }

  /** Number of batches begun since the start. */
  get calls(): number {
    return this.#batches;
  }

  /** Whether no message can be received now, and no batch is being processed. */
  get isQuiet(): boolean {
    const { hasReady, inFlight } = this.#around.holding();
    return !hasReady && inFlight.every((handle) => this.#left.has(handle));
  }

  /** Stops receiving, and ends after the batches in progress. The engine must end the long polls. */
  async stop(): Promise<void> {
    this.#stopper.stop();
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all(this.#pollers);
    await Promise.all(this.#running);
  }

  async #poll(): Promise<void> {
    while (!this.#stopper.stopped) {
      // A message is received only when it can be processed: its visibility timeout would run meanwhile.
      await this.#takeSlot();
      const messages = this.#stopper.stopped ? [] : await this.#collect();
      if (messages.length === 0) {
        this.#giveSlot();
        continue;
      }
      const work = this.#handle(messages).finally(() => {
        this.#running.delete(work);
        this.#giveSlot();
      });
      this.#running.add(work);
    }
  }

  async #takeSlot(): Promise<void> {
    while (this.#free <= 0 && !this.#stopper.stopped) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#free--;
  }

  #giveSlot(): void {
    this.#free++;
    this.#waiting.shift()?.();
  }

  /** One receive, or several that fill the batch within the batching window. */
  async #collect(): Promise<JsonObject[]> {
    const { batchSize, batchingWindowMs } = this.#settings;
    const messages = await this.#receive(batchSize, LONG_POLL_SECONDS);
    if (messages.length === 0) return messages;
    const endsAtMs = performance.now() + batchingWindowMs;
    while (messages.length < batchSize && !this.#stopper.stopped) {
      const leftMs = endsAtMs - performance.now();
      if (leftMs <= 0) break;
      messages.push(...(await this.#receive(batchSize - messages.length, Math.floor(leftMs / 1000))));
      if (leftMs < 1000) await this.#stopper.pause(Math.min(leftMs, 50));
    }
    return messages;
  }

  async #receive(count: number, waitSeconds: number): Promise<JsonObject[]> {
    try {
      const { Messages: messages } = await this.#around.sqs('ReceiveMessage', {
        QueueUrl: this.#around.queueUrl,
        MaxNumberOfMessages: Math.min(count, MAX_MESSAGES_A_RECEIVE),
        WaitTimeSeconds: waitSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      });
      return Array.isArray(messages) ? (messages as JsonObject[]) : [];
    } catch (error) {
      if (!this.#stopper.stopped) this.#warn(`receive failed: ${String(error)}`);
      await this.#stopper.pause(AFTER_ERROR_MS);
      return [];
    }
  }

  async #handle(messages: JsonObject[]): Promise<void> {
    this.#batches++;
    const all = messages.map((message) => queueRecord(message, this.#settings.sourceArn));
    const records = all.filter((record) => this.#settings.passes(forFilter(record)));
    // Messages that the filter excludes are deleted, as on AWS.
    const done = all.filter((record) => !records.includes(record));
    if (records.length > 0) {
      const outcome = await this.#around.invoke(this.#settings.functionArn, { Records: records });
      const ids = records.map(({ messageId }) => messageId);
      const read = readBatchOutcome(outcome, ids, this.#settings.reportsItemFailures);
      if (read.kind === 'all-done') done.push(...records);
      if (read.kind === 'some-failed') done.push(...records.filter(({ messageId }) => !read.ids.has(messageId)));
    }
    await this.#delete(done.map(({ receiptHandle }) => receiptHandle));
    for (const { receiptHandle } of all) this.#left.add(receiptHandle);
    if (this.#left.size > CLEAN_UP_ABOVE) this.#removeEnded();
  }

  #removeEnded(): void {
    const inFlight = new Set(this.#around.holding().inFlight);
    for (const handle of this.#left) if (!inFlight.has(handle)) this.#left.delete(handle);
  }

  async #delete(handles: string[]): Promise<void> {
    try {
      for (let start = 0; start < handles.length; start += MAX_MESSAGES_A_RECEIVE) {
        const entries = handles.slice(start, start + MAX_MESSAGES_A_RECEIVE);
        await this.#around.sqs('DeleteMessageBatch', {
          QueueUrl: this.#around.queueUrl,
          Entries: entries.map((handle, index) => ({ Id: String(index), ReceiptHandle: handle })),
        });
      }
    } catch (error) {
      this.#warn(`delete failed, messages will be retried: ${String(error)}`);
    }
  }

  #warn(text: string): void {
    this.#around.log({ kind: 'host', level: 'warn', text: `queue mapping ${this.#settings.id}: ${text}` });
  }
}
