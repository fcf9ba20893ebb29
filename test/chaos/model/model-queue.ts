import { MAXIMUM_RECEIVES, VISIBILITY_MS } from '../world/queue.ts';

interface Message {
  messageId: string;
  body: string;
  atMs: number;
  receives: number;
}

/** A queue as SQS promises it and no better, on the world's clock: what is not deleted comes again, five times at most. */
export class ModelQueue {
  readonly arn: string;
  readonly #nowMs: () => number;
  #messages: Message[] = [];
  #sent = 0;
  deadLetters = 0;

  constructor(name: string, nowMs: () => number) {
    this.arn = `arn:aws:sqs:eu-west-1:000000000000:${name}`;
    this.#nowMs = nowMs;
  }

  send(message: object, delayMs = 0): void {
    // A delay is in whole seconds, as the product asks for it: never shorter than wished.
    const atMs = this.#nowMs() + Math.ceil(delayMs / 1_000) * 1_000;
    this.#sent += 1;
    this.#messages.push({ messageId: `${this.arn}-${this.#sent}`, body: JSON.stringify(message), atMs, receives: 0 });
  }

  /** Up to ten messages that can be received now; each stays hidden until its visibility time-out is over. */
  receive(isReversed = false): Message[] {
    const due = this.#messages.filter(({ atMs }) => atMs <= this.#nowMs());
    const batch = (isReversed ? due.toReversed() : due).slice(0, 10);
    for (const message of batch) {
      message.receives += 1;
      message.atMs = this.#nowMs() + VISIBILITY_MS;
    }
    return batch;
  }

  delete(messageId: string): void {
    this.#messages = this.#messages.filter((message) => message.messageId !== messageId);
  }

  /** Takes away what has been received in vain too often. */
  buryDead(): void {
    const isDead = ({ receives, atMs }: Message) => receives >= MAXIMUM_RECEIVES && atMs <= this.#nowMs();
    this.deadLetters += this.#messages.filter(isDead).length;
    this.#messages = this.#messages.filter((message) => !isDead(message));
  }

  nextAtMs(): number {
    return Math.min(...this.#messages.map(({ atMs }) => atMs));
  }

  get size(): number {
    return this.#messages.length;
  }

  clear(): void {
    this.#messages = [];
  }
}
