import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type SqsEngine, startSqs } from '../../../lib/local/engines/sqs.ts';

export const ARN = 'arn:aws:sqs:eu-west-1:000000000000';
export const nameOf = (url: string) => url.split('/').pop() ?? '';

/**
 * One engine with its own clock for the tests of a file, and for each test a queue by the SDK that the service
 * uses.
 */
export class SqsFixture {
  nowMs = Date.parse('2026-07-01T10:00:00.000Z');
  QueueUrl = '';
  #engine: SqsEngine | undefined;
  #client: SQSClient | undefined;
  #made = 0;

  constructor() {
    beforeAll(async () => {
      this.#engine = await startSqs({ now: () => this.nowMs });
      const credentials = { accessKeyId: 'x', secretAccessKey: 'y' };
      this.#client = new SQSClient({ endpoint: this.#engine.endpoint, region: 'eu-west-1', credentials });
    });
    afterAll(async () => {
      this.#client?.destroy();
      await this.#engine?.stop();
    });
    beforeEach(async () => {
      this.QueueUrl = await this.create();
    });
  }

  get client(): SQSClient {
    if (!this.#client) throw new Error('the engine is not started');
    return this.#client;
  }

  get endpoint(): string {
    return this.#engine?.endpoint ?? '';
  }

  async create(Attributes: Record<string, string> = {}, QueueName = `queue-${++this.#made}`): Promise<string> {
    return (await this.client.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? '';
  }

  pass(seconds: number): void {
    this.nowMs += seconds * 1000;
    this.#engine?.clockMoved();
  }

  send(MessageBody: string, more: Partial<SendMessageCommandInput> = {}) {
    return this.client.send(new SendMessageCommand({ QueueUrl: this.QueueUrl, MessageBody, ...more }));
  }

  /** Up to ten messages with their system attributes. */
  async receive(more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> {
    const input = { QueueUrl: this.QueueUrl, MaxNumberOfMessages: 10, ...more };
    const command = new ReceiveMessageCommand({ MessageSystemAttributeNames: ['All'], ...input });
    return (await this.client.send(command)).Messages ?? [];
  }

  async receiveOne(more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message> {
    const [message] = await this.receive({ ...more, MaxNumberOfMessages: 1 });
    if (!message) throw new Error('the queue has no message');
    return message;
  }

  async bodies(more: Partial<ReceiveMessageCommandInput> = {}): Promise<(string | undefined)[]> {
    return (await this.receive(more)).map(({ Body }) => Body);
  }

  remove({ ReceiptHandle }: Message) {
    return this.client.send(new DeleteMessageCommand({ QueueUrl: this.QueueUrl, ReceiptHandle }));
  }

  async attributes(...AttributeNames: QueueAttributeName[]): Promise<Record<string, string>> {
    const command = new GetQueueAttributesCommand({ QueueUrl: this.QueueUrl, AttributeNames });
    return (await this.client.send(command)).Attributes ?? {};
  }

  /** Resolves when what was sent before has reached the engine: it answers requests in the order of their arrival. */
  async reached(): Promise<void> {
    for (let round = 0; round < 3; round += 1) await this.attributes('QueueArn');
  }

  /** How many messages are ready, in flight and delayed. */
  async counts(): Promise<number[]> {
    const all = await this.attributes('All');
    return ['', 'NotVisible', 'Delayed'].map((kind) => Number(all[`ApproximateNumberOfMessages${kind}`]));
  }
}

/** The name of the error that the SDK reads from the answer; `none` without one. */
export function errorOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'none',
    (error: Error) => error.name,
  );
}
