import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../clock/durations.ts';
import { invalidParameter, SqsError } from './error.ts';
import { FairOrder } from './fair-order.ts';
import { HeldMessages } from './held-messages.ts';
import { checkMessage, type SendRequest, traceHeaderOf } from './message.ts';
import { type Attributes, type QueueSettings, readSettings, writeSettings } from './settings.ts';
import type { Message, SqsStore, StoredQueue } from './store.ts';

/** Milliseconds since the epoch. */
export type Now = () => number;

/** The parts that all queues of an engine share. */
export interface QueueParts {
  now: Now;
  /** Undefined when the engine has no file. */
  store: SqsStore | undefined;
  /** The number of the next message. */
  nextSeq(): number;
  /** Throws when the dead-letter queue of the settings does not exist. */
  checkTarget(settings: QueueSettings): void;
}

/** Counted from the receipt, including ChangeMessageVisibility. */
const MAX_VISIBILITY_MS = 12 * HOUR_MS;

/** A standard queue with the rules that AWS documents, on the engine's clock. */
export class Queue {
  readonly name: string;
  readonly arn: string;
  settings: QueueSettings;
  readonly #stored: StoredQueue;
  readonly #parts: QueueParts;
  readonly #held = new HeldMessages();
  readonly #order = new FairOrder();

  constructor(stored: StoredQueue, arn: string, parts: QueueParts) {
    this.name = stored.name;
    this.arn = arn;
    this.settings = readSettings(JSON.parse(stored.attributes) as Attributes);
    this.#stored = stored;
    this.#parts = parts;
  }

  /** Adds a message from the file. */
  load(message: Message): void {
    this.#held.hide(message);
  }

  /** Changes the given attributes; an empty redrive policy removes it. */
  set(attributes: Attributes): void {
    const { RedrivePolicy, ...all } = { ...writeSettings(this.settings), ...attributes };
    const changed = RedrivePolicy ? { ...all, RedrivePolicy } : all;
    const settings = readSettings(changed);
    this.#parts.checkTarget(settings);
    this.settings = settings;
    this.#stored.attributes = JSON.stringify(changed);
    this.#stored.modifiedAtMs = this.#parts.now();
    this.#parts.store?.saveQueue(this.#stored);
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
      CreatedTimestamp: String(Math.floor(this.#stored.createdAtMs / 1000)),
      LastModifiedTimestamp: String(Math.floor(this.#stored.modifiedAtMs / 1000)),
      ...writeSettings(this.settings),
    };
  }

  /** Returns the message id. Throws for an invalid message. */
  send(request: SendRequest): string {
    checkMessage(request, this.settings.MaximumMessageSize);
    const { MessageBody: body = '', DelaySeconds = this.settings.DelaySeconds } = request;
    const sentAtMs = this.#parts.now();
    const message: Message = {
      seq: this.#parts.nextSeq(),
      messageId: randomUUID(),
      queue: this.name,
      body,
      attributes: JSON.stringify(request.MessageAttributes ?? {}),
      traceHeader: traceHeaderOf(request) ?? null,
      groupId: request.MessageGroupId ?? null,
      sentAtMs,
      visibleAtMs: sentAtMs + DelaySeconds * 1000,
      receiveCount: 0,
      firstReceivedAtMs: null,
      receivedAtMs: null,
      sourceArn: null,
    };
    this.#parts.store?.add(message);
    this.#held.hide(message);
    return message.messageId;
  }

  /**
   * Receives up to `count` messages and hides them for `visibilityS`. A message that was received too often moves to
   * `deadLetters` and keeps its sent time, as on a standard queue. A message past its retention is deleted.
   */
  receive(count: number, visibilityS: number, deadLetters: Queue | undefined): Message[] {
    const nowMs = this.#parts.now();
    let next = this.#next(count, nowMs);
    while (this.#clear(next, nowMs, deadLetters)) next = this.#next(count, nowMs);
    for (const message of next) {
      message.receiveCount += 1;
      message.firstReceivedAtMs ??= nowMs;
      message.receivedAtMs = nowMs;
      this.#hideUntil(message, nowMs + visibilityS * 1000);
    }
    return next;
  }

  /** Deletes a message. An old handle, or one of a deleted message, is ignored. */
  remove(receiptHandle: string): void {
    const message = this.#received(receiptHandle);
    if (!message) return;
    const { groupId, visibleAtMs, receivedAtMs } = message;
    this.#delete(message);
    const nowMs = this.#parts.now();
    if (groupId !== null && receivedAtMs !== null && visibleAtMs > nowMs)
      this.#order.processed(groupId, nowMs - receivedAtMs, nowMs);
  }

  changeVisibility(receiptHandle: string, visibilityS: number): void {
    const message = this.#received(receiptHandle);
    if (!message) {
      const reason = 'Message does not exist or is not available for visibility timeout change.';
      throw invalidParameter('ReceiptHandle', receiptHandle, reason);
    }
    const nowMs = this.#parts.now();
    if (message.visibleAtMs <= nowMs) throw new SqsError('MessageNotInflight', 'The message is not in flight.');
    const visibleAtMs = nowMs + visibilityS * 1000;
    if (visibleAtMs - (message.receivedAtMs ?? nowMs) > MAX_VISIBILITY_MS) {
      const reason = 'Total VisibilityTimeout for the message is beyond the limit [43200 seconds].';
      throw invalidParameter('VisibilityTimeout', visibilityS, reason);
    }
    this.#hideUntil(message, visibleAtMs);
  }

  purge(): void {
    this.#held.clear();
    this.#parts.store?.purge(this.name);
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

  /** The next messages to receive, in the order of a fair queue. */
  #next(count: number, nowMs: number): Message[] {
    const ready = this.#held.ready(nowMs);
    if (ready.length <= count) return [...ready];
    const noisy = this.#order.noisyGroups(this.#held.inFlight(nowMs).map(({ groupId }) => groupId));
    if (noisy.length === 0) return ready.slice(0, count);
    const next = ready.filter(({ groupId }) => groupId === null || !noisy.some((groups) => groups.includes(groupId)));
    for (const groups of noisy) {
      if (next.length >= count) break;
      next.push(...ready.filter(({ groupId }) => groupId !== null && groups.includes(groupId)));
    }
    return next.slice(0, count);
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
        deadLetters.#takeOver(message, this.arn, nowMs);
      }
      cleared ||= isPast || isDead;
    }
    return cleared;
  }

  #takeOver(message: Message, sourceArn: string, nowMs: number): void {
    message.queue = this.name;
    message.sourceArn = sourceArn;
    message.receivedAtMs = null;
    this.#hideUntil(message, nowMs);
  }

  #hideUntil(message: Message, visibleAtMs: number): void {
    message.visibleAtMs = visibleAtMs;
    this.#held.hide(message);
    this.#parts.store?.change(message);
  }

  #delete(message: Message): void {
    this.#held.remove(message);
    this.#parts.store?.remove(message);
  }

  #isPast({ sentAtMs }: Message, nowMs: number): boolean {
    return sentAtMs + this.settings.MessageRetentionPeriod * 1000 <= nowMs;
  }

  /** The message of a receipt handle, if it is of the latest receipt in this queue. */
  #received(receiptHandle: string): Message | undefined {
    const { seq, receiveCount, messageId } = readReceiptHandle(receiptHandle);
    const message = this.#held.find(seq);
    if (message?.messageId !== messageId || message.receivedAtMs === null) return undefined;
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
  if (messageId === undefined)
    throw new SqsError('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`);
  return { seq: Number(seq), receiveCount: Number(receiveCount), messageId };
}
