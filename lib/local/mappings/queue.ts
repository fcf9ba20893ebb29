import type { QueueContent } from '../engines/sqs.ts';
import type { JsonObject } from '../json.ts';
import { type BatchOutcome, readBatchOutcome } from './item-failures.ts';
import { type QueueRecord, queueRecord } from './queue-record.ts';
import type { MappingSurroundings, QueueSettings } from './settings.ts';
import { Stopper } from './stopper.ts';

export interface QueueSurroundings extends MappingSurroundings {
  queueUrl: string;
  holding(): QueueContent;
  /** Maximum number of batches in parallel. */
  concurrency: number;
}

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
    this.#free = surroundings.concurrency;
  }

  start(): void {
    // Received by a host that ended before it had processed them.
    for (const handle of this.#around.holding().inFlight) this.#left.add(handle);
    this.#pollers = Array.from({ length: Math.min(POLLERS, this.#free) }, () => this.#poll());
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
      const messages = this.#stopper.stopped ? [] : await this.#receive();
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

  async #receive(): Promise<JsonObject[]> {
    try {
      const { Messages: messages } = await this.#around.sqs('ReceiveMessage', {
        QueueUrl: this.#around.queueUrl,
        MaxNumberOfMessages: this.#settings.batchSize,
        WaitTimeSeconds: LONG_POLL_SECONDS,
        MessageSystemAttributeNames: ['All'],
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
    const records = messages.map((message) => queueRecord(message, this.#settings.sourceArn));
    const outcome = await this.#around.invoke(this.#settings.functionArn, { Records: records });
    const read = readBatchOutcome(
      outcome,
      records.map(({ messageId }) => messageId),
    );
    await this.#delete(records.filter(({ messageId }) => isDone(read, messageId)));
    for (const { receiptHandle } of records) this.#left.add(receiptHandle);
    if (this.#left.size > CLEAN_UP_ABOVE) this.#removeEnded();
  }

  #removeEnded(): void {
    const inFlight = new Set(this.#around.holding().inFlight);
    for (const handle of this.#left) if (!inFlight.has(handle)) this.#left.delete(handle);
  }

  async #delete(records: QueueRecord[]): Promise<void> {
    if (records.length === 0) return;
    const Entries = records.map(({ receiptHandle: ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    try {
      await this.#around.sqs('DeleteMessageBatch', { QueueUrl: this.#around.queueUrl, Entries });
    } catch (error) {
      this.#warn(`delete failed, messages will be retried: ${String(error)}`);
    }
  }

  #warn(text: string): void {
    this.#around.log({ kind: 'host', level: 'warn', text: `queue mapping ${this.#settings.id}: ${text}` });
  }
}

function isDone(outcome: BatchOutcome, messageId: string): boolean {
  return outcome.kind === 'all-done' || (outcome.kind === 'some-failed' && !outcome.ids.has(messageId));
}
