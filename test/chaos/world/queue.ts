import type { SqsEngine } from '../../../lib/local/engines/sqs.ts';
import type { JsonObject } from '../../../lib/local/json.ts';
import { type QueueRecord, queueRecord } from '../../../lib/local/mappings/queue-record.ts';

/** As in `delivery-pipeline.ts` and `service-queue.ts`: six times the consumer's 30 s, and five receives. */
const VISIBILITY_S = 180;
const MAX_RECEIVES = 5;
// The maximum, so that the dead letters of a simulated month can still be counted.
const RETENTION_S = 1_209_600;

/** Attributes that count visible, hidden and delayed messages. */
const COUNTS = ['', 'NotVisible', 'Delayed'].map((kind) => `ApproximateNumberOfMessages${kind}`);

/**
 * One queue of the engine, as Lambda's mapping uses it. Delays, visibility timeouts and redrive follow the world's
 * clock. Not modelled: messages out of order, and SQS's own rare duplicates.
 */
export class Queue {
  readonly arn: string;
  readonly url: string;
  readonly #deadUrl: string;
  readonly #call: SqsEngine['call'];
  /** Messages moved to the dead-letter queue. */
  deadLetters = 0;

  private constructor(call: SqsEngine['call'], arn: string, urls: { url: unknown; dead: unknown }) {
    this.#call = call;
    this.arn = arn;
    this.url = String(urls.url);
    this.#deadUrl = String(urls.dead);
  }

  static async create({ call }: SqsEngine, name: string): Promise<Queue> {
    const arn = `arn:aws:sqs:eu-west-1:000000000000:${name}`;
    const Attributes = { MessageRetentionPeriod: String(RETENTION_S) };
    const { QueueUrl: dead } = await call('CreateQueue', { QueueName: `${name}-dead`, Attributes });
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: `${arn}-dead`, maxReceiveCount: MAX_RECEIVES });
    const own = { ...Attributes, VisibilityTimeout: String(VISIBILITY_S), RedrivePolicy };
    const { QueueUrl: url } = await call('CreateQueue', { QueueName: name, Attributes: own });
    return new Queue(call, arn, { url, dead });
  }

  /** Receives up to ten messages in the consumer's form. */
  async receive(): Promise<QueueRecord[]> {
    const messages = await this.#receive(this.url);
    for (const dead of await this.#receive(this.#deadUrl)) {
      await this.#call('DeleteMessage', { QueueUrl: this.#deadUrl, ReceiptHandle: dead.ReceiptHandle });
      this.deadLetters += 1;
    }
    return messages.map((message) => queueRecord(message, this.arn));
  }

  /** Deletes a message. Otherwise it is received again after its visibility timeout. */
  async done({ receiptHandle }: QueueRecord): Promise<void> {
    await this.#call('DeleteMessage', { QueueUrl: this.url, ReceiptHandle: receiptHandle });
  }

  async size(): Promise<number> {
    const { Attributes } = await this.#call('GetQueueAttributes', { QueueUrl: this.url, AttributeNames: COUNTS });
    return Object.values(Attributes as Record<string, string>).reduce((sum, count) => sum + Number(count), 0);
  }

  async clear(): Promise<void> {
    await this.#call('PurgeQueue', { QueueUrl: this.url });
    this.deadLetters = 0;
  }

  async #receive(QueueUrl: string): Promise<JsonObject[]> {
    const all = { MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] };
    const { Messages = [] } = await this.#call('ReceiveMessage', { QueueUrl, ...all });
    return Messages as JsonObject[];
  }
}

export function eventIdOf({ body }: QueueRecord): string {
  return (JSON.parse(body) as { eventId: string }).eventId;
}
