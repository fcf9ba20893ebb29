import type { QueueContent } from '../engines/sqs.ts';
import type { JsonObject } from '../json.ts';
import type { JsonClient } from '../json-client.ts';
import type { PoolOutcome } from '../lambda/pool.ts';
import type { Log } from '../log.ts';
import { readBatchOutcome } from './item-failures.ts';
import { forFilter, type QueueRecord, queueRecord } from './queue-record.ts';
import type { QueueSettings } from './settings.ts';
import { Stopper } from './stopper.ts';

export interface QueueSurroundings {
  sqs: JsonClient;
  queueUrl: string;
  holding(): QueueContent;
  /** How many batches the function takes side by side at most. */
  functionConcurrency: number;
  invoke(functionArn: string, event: unknown): Promise<PoolOutcome>;
  log: Log;
}

const MAX_MESSAGES_A_RECEIVE = 10;
const LONG_POLL_SECONDS = 20;
const AFTER_ERROR_MS = 500;
/** One poller hands over hundreds of batches a second; a second one hides the time a long poll takes to return. */
const POLLERS = 2;
/** Handles that are kept before those no longer in flight are looked for. */
const FORGET_ABOVE = 1_000;

/**
 * Receives messages and hands them to a function in batches, several side by side. What succeeds is deleted; what fails
 * stays until the queue's visibility timeout and then comes again or goes to the dead-letter queue.
 * Not modelled: the slow increase of concurrency on AWS.
 */
export class QueueMapping {
  readonly #settings: QueueSettings;
  readonly #around: QueueSurroundings;
  readonly #stopper = new Stopper();
  readonly #running = new Set<Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  /** Receipt handles of messages that were not done with: in flight, yet nobody works on them until they come again. */
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
    // Received by a host that ended before it was done with them.
    for (const handle of this.#around.holding().inFlight) this.#left.add(handle);
    // Two pollers would each gather a part of what fits one batch.
    const pollers = this.#settings.batchingWindowMs > 0 ? 1 : Math.min(POLLERS, this.#free);
    this.#pollers = Array.from({ length: pollers }, () => this.#poll());
  }

  get functionArns(): string[] {
    return [this.#settings.functionArn];
  }

  /** How many batches it has begun, ever. */
  get calls(): number {
    return this.#batches;
  }

  /** Whether nothing can be received now and nothing received is being worked on. */
  get isQuiet(): boolean {
    const { hasReady, inFlight } = this.#around.holding();
    return !hasReady && inFlight.every((handle) => this.#left.has(handle));
  }

  /** Receives nothing more and ends after the batches in hand; a long poll under way has to be ended by the engine. */
  async stop(): Promise<void> {
    this.#stopper.stop();
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all(this.#pollers);
    await Promise.all(this.#running);
  }

  async #poll(): Promise<void> {
    while (!this.#stopper.stopped) {
      // No message is received that nobody could take: its visibility timeout would run meanwhile.
      await this.#takeSlot();
      const messages = this.#stopper.stopped ? [] : await this.#gather();
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

  /** One receive, or as many as fill the batch within the batching window. */
  async #gather(): Promise<JsonObject[]> {
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
      if (!this.#stopper.stopped) this.#warn(`cannot receive: ${String(error)}`);
      await this.#stopper.pause(AFTER_ERROR_MS);
      return [];
    }
  }

  async #handle(messages: JsonObject[]): Promise<void> {
    this.#batches++;
    const all = messages.map((message) => queueRecord(message, this.#settings.sourceArn));
    const records = all.filter((record) => this.#passes(record));
    // What the filter holds back is done with, as on AWS.
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
    if (this.#left.size > FORGET_ABOVE) this.#forgetEnded();
  }

  #forgetEnded(): void {
    const inFlight = new Set(this.#around.holding().inFlight);
    for (const handle of this.#left) if (!inFlight.has(handle)) this.#left.delete(handle);
  }

  #passes(record: QueueRecord): boolean {
    return !this.#settings.hasFilter || this.#settings.passes(forFilter(record));
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
      this.#warn(`cannot delete, so messages will come again: ${String(error)}`);
    }
  }

  #warn(text: string): void {
    this.#around.log({ kind: 'host', level: 'warn', text: `Queue mapping ${this.#settings.id} ${text}` });
  }
}
