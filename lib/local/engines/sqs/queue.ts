import { randomUUID } from 'node:crypto';
import { checkRange, required, SqsError } from './error.ts';
import { HeldMessages } from './held-messages.ts';
import { type Attributes, type QueueSettings, readSettings, writeSettings } from './settings.ts';
import type { Message, SqsStore } from './store.ts';

/** The parts that all queues of an engine share. */
export interface QueueParts {
  /** Milliseconds since the epoch. */
  now(): number;
  store: SqsStore;
  /** The number of the next message. */
  nextSeq(): number;
}

/** The parameters of a message to send, alone or in a batch. */
export interface SendRequest {
  MessageBody?: string;
  DelaySeconds?: number;
  MessageGroupId?: string;
}

export const MAX_MESSAGE_BYTES = 1_048_576;
/** Characters outside AWS's documented set. With the flag `u` a lone surrogate is one of them. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const GROUP_ID = /^[\x21-\x7E]{1,128}$/;

/** A standard queue with the rules that AWS documents, on the engine's clock. A message group orders nothing. */
export class Queue {
  readonly name: string;
  readonly arn: string;
  settings: QueueSettings;
  readonly #parts: QueueParts;
  readonly #held = new HeldMessages();

  constructor(name: string, arn: string, attributes: Attributes, parts: QueueParts) {
    this.name = name;
    this.arn = arn;
    this.settings = readSettings(attributes);
    this.#parts = parts;
  }

  /** Adds a message from the file. */
  load(message: Message): void {
    this.#held.hide(message);
  }

  set(attributes: Attributes): void {
    this.settings = readSettings(attributes);
  }

  /** All attributes. The approximate numbers are exact here. */
  attributes(): Attributes {
    const nowMs = this.#parts.now();
    const count = (messages: readonly Message[]) =>
      String(messages.filter((message) => !this.#isPast(message, nowMs)).length);
    return {
      QueueArn: this.arn,
      ApproximateNumberOfMessages: count(this.#held.ready(nowMs)),
      ApproximateNumberOfMessagesNotVisible: count(this.#held.inFlight(nowMs)),
      ApproximateNumberOfMessagesDelayed: count(this.#held.delayed(nowMs)),
      ...writeSettings(this.settings),
    };
  }

  /** Returns the message id. Throws for an invalid message. */
  send({ MessageBody, DelaySeconds = 0, MessageGroupId }: SendRequest): string {
    const body = required('MessageBody', MessageBody);
    if (FORBIDDEN.test(body)) throw new SqsError('InvalidMessageContents', 'The message has a forbidden character.');
    checkRange('the message’s size in bytes', Buffer.byteLength(body), 1, MAX_MESSAGE_BYTES);
    checkRange('DelaySeconds', DelaySeconds, 0, 900);
    if (MessageGroupId !== undefined && !GROUP_ID.test(MessageGroupId))
      throw new SqsError(
        'InvalidParameterValue',
        'A MessageGroupId has 1 to 128 letters, digits and punctuation marks.',
      );
    const sentAtMs = this.#parts.now();
    const message: Message = {
      seq: this.#parts.nextSeq(),
      messageId: randomUUID(),
      queue: this.name,
      body,
      groupId: MessageGroupId ?? null,
      sentAtMs,
      visibleAtMs: sentAtMs + DelaySeconds * 1000,
      receiveCount: 0,
      isReceived: 0,
    };
    this.#parts.store.add(message);
    this.#held.hide(message);
    return message.messageId;
  }

  /**
   * Receives up to `count` messages and hides them for `visibilityS`. A message that was received too often moves to
   * `deadLetters` and keeps its sent time, as on a standard queue. A message past its retention is deleted.
   */
  receive(count: number, visibilityS: number, deadLetters: Queue | undefined): Message[] {
    const nowMs = this.#parts.now();
    const next = () => this.#held.ready(nowMs).slice(0, count);
    let received = next();
    while (this.#clear(received, nowMs, deadLetters)) received = next();
    for (const message of received) {
      message.receiveCount += 1;
      message.isReceived = 1;
      this.#hideUntil(message, nowMs + visibilityS * 1000);
    }
    return received;
  }

  /** Deletes a message. An old handle, or one of a deleted message, is ignored. */
  remove(receiptHandle: string): void {
    const message = this.#received(receiptHandle);
    if (message) this.#delete(message);
  }

  purge(): void {
    this.#held.clear();
    this.#parts.store.purge(this.name);
  }

  hasReady(): boolean {
    return this.#held.ready(this.#parts.now()).length > 0;
  }

  /** Receipt handles of the messages in flight. */
  handlesInFlight(): string[] {
    return this.#held.inFlight(this.#parts.now()).map(receiptHandleOf);
  }

  /** When the next delay or visibility timeout ends, and in how many milliseconds; undefined when none runs. */
  nextDue(): { atMs: number; inMs: number } | undefined {
    const nowMs = this.#parts.now();
    const atMs = this.#held.nextVisibleMs(nowMs);
    return atMs === undefined ? undefined : { atMs, inMs: atMs - nowMs };
  }

  /** Deletes or moves messages that may not be received here; true when there were any. */
  #clear(messages: readonly Message[], nowMs: number, deadLetters: Queue | undefined): boolean {
    const most = this.settings.RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
    let cleared = false;
    for (const message of messages) {
      const isPast = this.#isPast(message, nowMs);
      const isDead = deadLetters !== undefined && message.receiveCount >= most;
      if (isPast) this.#delete(message);
      else if (isDead) {
        this.#held.remove(message);
        deadLetters.#takeOver(message, nowMs);
      }
      cleared ||= isPast || isDead;
    }
    return cleared;
  }

  #takeOver(message: Message, nowMs: number): void {
    message.queue = this.name;
    message.isReceived = 0;
    this.#hideUntil(message, nowMs);
  }

  #hideUntil(message: Message, visibleAtMs: number): void {
    message.visibleAtMs = visibleAtMs;
    this.#held.hide(message);
    this.#parts.store.change(message);
  }

  #delete(message: Message): void {
    this.#held.remove(message);
    this.#parts.store.remove(message);
  }

  #isPast({ sentAtMs }: Message, nowMs: number): boolean {
    return sentAtMs + this.settings.MessageRetentionPeriod * 1000 <= nowMs;
  }

  /** The message of a receipt handle, if it is of the latest receipt in this queue. */
  #received(receiptHandle: string): Message | undefined {
    const { seq, receiveCount, messageId } = readReceiptHandle(receiptHandle);
    const message = this.#held.find(seq);
    if (message?.messageId !== messageId || !message.isReceived) return undefined;
    return message.receiveCount === receiveCount ? message : undefined;
  }
}

/** Differs for each receipt, because it contains the receive count. */
export function receiptHandleOf({ seq, receiveCount, messageId }: Message): string {
  return Buffer.from(`${seq}:${receiveCount}:${messageId}`).toString('base64url');
}

function readReceiptHandle(handle: string): { seq: number; receiveCount: number; messageId: string } {
  const text = Buffer.from(handle, 'base64url').toString();
  const [, seq, receiveCount, messageId] = /^(\d{1,15}):(\d{1,9}):([0-9a-f-]{36})$/.exec(text) ?? [];
  if (messageId === undefined) throw new SqsError('ReceiptHandleIsInvalid', 'The receipt handle is not valid.');
  return { seq: Number(seq), receiveCount: Number(receiveCount), messageId };
}
