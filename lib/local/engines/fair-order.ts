import type { Now, Queue, Received, StoredMessage } from './fauxqs.ts';

// As AWS documents them for fair queues, approximate there too.
const NOISY_SHARE = 0.1;
const NOISY_IN_FLIGHT = 30;
/** AWS says "recently"; this is ours. */
const FORGOTTEN_BY_HALF_AFTER_MS = 60_000;

/** Makes a standard queue serve its groups in the order of a fair queue, as every standard queue at AWS does. */
export function serveFairly(queue: Queue, now: Now): void {
  const order = new FairOrder(queue);
  const dequeue = queue.dequeue.bind(queue);
  queue.dequeue = (count, ...rest) => {
    // What falls due in this very moment may be next.
    queue.processTimers();
    order.arrange(count);
    const received = dequeue(count, ...rest);
    order.received(received, now());
    return received;
  };
  const deleteMessage = queue.deleteMessage.bind(queue);
  queue.deleteMessage = (handle) => {
    order.deleted(handle, now());
    return deleteMessage(handle);
  };
}

/**
 * The order in which a fair queue serves its groups. Noisy is a group that has 30 messages and more than a tenth of all in
 * flight, or more than a tenth of the recent time between receipt and deletion. Groups that are not go first, then the noisy
 * one with the fewest in flight; within a group and among quiet ones the older message. A message without a group is a quiet
 * group of its own. Not modelled: that AWS keeps a group noisy until its backlog is gone.
 */
class FairOrder {
  readonly #queue: Queue;
  readonly #receivedAtMs = new WeakMap<object, number>();
  readonly #workedMs = new Map<string, number>();
  #halvedAtMs = 0;

  constructor(queue: Queue) {
    this.#queue = queue;
  }

  /** Brings to the front the `count` messages that are next, where there is a choice. */
  arrange(count: number): void {
    const { messages } = this.#queue;
    if (messages.length <= count) return;
    const rankOf = this.#ranks();
    const byRank = new Map<number, number[]>();
    for (const [index, { messageGroupId }] of messages.entries()) {
      const rank = rankOf(messageGroupId);
      const indices = byRank.get(rank) ?? [];
      if (indices.length < count) byRank.set(rank, [...indices, index]);
    }
    const next = [...byRank].sort(([a], [b]) => a - b).flatMap(([, indices]) => indices);
    const chosen = next.slice(0, count).sort((a, b) => a - b);
    const moved = chosen.map((index) => messages[index] as StoredMessage);
    for (const index of chosen.toReversed()) messages.splice(index, 1);
    messages.unshift(...moved);
  }

  received(messages: readonly Received[], nowMs: number): void {
    for (const { ReceiptHandle } of messages) {
      const entry = this.#queue.inflightMessages.get(ReceiptHandle);
      if (entry) this.#receivedAtMs.set(entry, nowMs);
    }
  }

  /** To be told before the message is gone. */
  deleted(handle: string, nowMs: number): void {
    const entry = this.#queue.inflightMessages.get(handle);
    const group = entry?.message.messageGroupId;
    const receivedAtMs = entry && this.#receivedAtMs.get(entry);
    if (group === undefined || receivedAtMs === undefined) return;
    this.#halve(nowMs);
    this.#workedMs.set(group, (this.#workedMs.get(group) ?? 0) + nowMs - receivedAtMs);
  }

  #halve(nowMs: number): void {
    if (nowMs - this.#halvedAtMs < FORGOTTEN_BY_HALF_AFTER_MS) return;
    this.#halvedAtMs = nowMs;
    for (const [group, workedMs] of this.#workedMs) {
      if (workedMs < 1) this.#workedMs.delete(group);
      else this.#workedMs.set(group, workedMs / 2);
    }
  }

  /** 0 for a quiet group; of noisy ones, the lower the fewer they have in flight. */
  #ranks(): (group: string | undefined) => number {
    const { inflightMessages } = this.#queue;
    const inFlight = new Map<string, number>();
    for (const { message } of inflightMessages.values()) {
      const group = message.messageGroupId;
      if (group !== undefined) inFlight.set(group, (inFlight.get(group) ?? 0) + 1);
    }
    const allWorkedMs = [...this.#workedMs.values()].reduce((sum, workedMs) => sum + workedMs, 0);
    return (group) => {
      if (group === undefined) return 0;
      const own = inFlight.get(group) ?? 0;
      const isCrowd = own >= NOISY_IN_FLIGHT && own > NOISY_SHARE * inflightMessages.size;
      const isLong = (this.#workedMs.get(group) ?? 0) > NOISY_SHARE * allWorkedMs;
      return isCrowd || isLong ? 1 + own : 0;
    };
  }
}
