import { isObject, type JsonObject } from '../../../lib/local/json.ts';
import type { JsonClient } from '../../../lib/local/json-client.ts';

/** What `delivery-pipeline.ts` and `service-queue.ts` set: six times the consumer's 30 s, and five receives. */
export const VISIBILITY_MS = 180_000;
export const MAXIMUM_RECEIVES = 5;

/** The message attribute in which a delay travels through the engine (`world-clients.ts`). */
export const NOT_BEFORE = 'notBeforeMs';

export interface HeldMessage {
  message: JsonObject;
  /** When it may be handed to the consumer, or be received again; the world's time. */
  atMs: number;
  state: 'waiting' | 'hidden';
}

/**
 * One queue of the engine under the world's own time. The engine keeps, counts, redrives and deletes the messages; only
 * its two timers are modelled here. A message is received as soon as it is sent and held here until its delay is over;
 * one that failed is held until its visibility time-out is over, then made visible at the engine and received
 * anew. Not modelled: messages out of order, and SQS's own rare duplicates (a scenario makes duplicates on purpose).
 */
export class HeldQueue {
  readonly arn: string;
  readonly url: string;
  readonly deadLettersUrl: string;
  readonly #sqs: JsonClient;
  readonly #nowMs: () => number;
  #held: HeldMessage[] = [];

  constructor(sqs: JsonClient, names: { arn: string; url: string; deadLettersUrl: string }, nowMs: () => number) {
    this.#sqs = sqs;
    this.arn = names.arn;
    this.url = names.url;
    this.deadLettersUrl = names.deadLettersUrl;
    this.#nowMs = nowMs;
  }

  /** Receives whatever is there, and answers up to ten messages that are due. */
  async due(): Promise<HeldMessage[]> {
    const nowMs = this.#nowMs();
    for (const held of this.#held.filter(({ state, atMs }) => state === 'hidden' && atMs <= nowMs)) {
      this.#drop(held);
      const ReceiptHandle = held.message.ReceiptHandle;
      await this.#sqs('ChangeMessageVisibility', { QueueUrl: this.url, ReceiptHandle, VisibilityTimeout: 0 });
    }
    for (;;) {
      const messages = await this.#receive(this.url);
      for (const message of messages) this.#held.push({ message, atMs: notBefore(message), state: 'waiting' });
      if (messages.length < 10) break;
    }
    return this.#held.filter(({ state, atMs }) => state === 'waiting' && atMs <= nowMs).slice(0, 10);
  }

  /** When the next message is due or visible again. */
  nextAtMs(): number {
    return Math.min(...this.#held.map(({ atMs }) => atMs));
  }

  get size(): number {
    return this.#held.length;
  }

  /** The consumer is done with it. */
  async done(held: HeldMessage): Promise<void> {
    await this.#sqs('DeleteMessage', { QueueUrl: this.url, ReceiptHandle: held.message.ReceiptHandle });
    this.#drop(held);
  }

  /** The consumer failed, or died, or its word was lost: the message comes again. */
  failed(held: HeldMessage): void {
    held.state = 'hidden';
    held.atMs = this.#nowMs() + VISIBILITY_MS;
  }

  /** Messages that were received too often; answered once. */
  async deadLetters(): Promise<JsonObject[]> {
    return this.#receive(this.deadLettersUrl);
  }

  #drop(held: HeldMessage): void {
    this.#held = this.#held.filter((other) => other !== held);
  }

  async #receive(QueueUrl: string): Promise<JsonObject[]> {
    const { Messages } = await this.#sqs('ReceiveMessage', {
      QueueUrl,
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: 0,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    return Array.isArray(Messages) ? (Messages as JsonObject[]) : [];
  }
}

/** The delay counts from the sending; once it is over, a later receive finds it so. */
function notBefore({ MessageAttributes }: JsonObject): number {
  const attribute = isObject(MessageAttributes) ? MessageAttributes[NOT_BEFORE] : undefined;
  return isObject(attribute) ? Number(attribute.StringValue) : 0;
}
