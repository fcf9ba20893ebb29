import type { Message } from './store.ts';

/** The messages of one queue: the ready ones, in the order in which they became ready, and the hidden ones. */
export class HeldMessages {
  readonly #bySeq = new Map<number, Message>();
  readonly #hidden = new Set<Message>();
  #ready: Message[] = [];
  /** Nothing becomes ready before. */
  #nextVisibleMs = Number.POSITIVE_INFINITY;

  find(seq: number): Message | undefined {
    return this.#bySeq.get(seq);
  }

  /** Adds a message, or updates one whose `visibleAtMs` has changed. */
  hide(message: Message): void {
    if (this.#bySeq.has(message.seq)) this.remove(message);
    this.#bySeq.set(message.seq, message);
    this.#hidden.add(message);
    this.#nextVisibleMs = Math.min(this.#nextVisibleMs, message.visibleAtMs);
  }

  remove(message: Message): void {
    this.#bySeq.delete(message.seq);
    if (this.#hidden.delete(message)) return;
    const index = this.#ready.indexOf(message);
    if (index >= 0) this.#ready.splice(index, 1);
  }

  clear(): void {
    this.#bySeq.clear();
    this.#hidden.clear();
    this.#ready = [];
  }

  /** The ready messages. The next call may change the list. */
  ready(nowMs: number): readonly Message[] {
    if (nowMs >= this.#nextVisibleMs) this.#show(nowMs);
    return this.#ready;
  }

  delayed(nowMs: number): Message[] {
    this.ready(nowMs);
    return [...this.#hidden].filter(({ receiveCount }) => receiveCount === 0);
  }

  inFlight(nowMs: number): Message[] {
    this.ready(nowMs);
    return [...this.#hidden].filter(({ receiveCount }) => receiveCount > 0);
  }

  /** When the next delay or visibility timeout ends; undefined when none runs. */
  nextVisibleMs(nowMs: number): number | undefined {
    this.ready(nowMs);
    return this.#hidden.size > 0 ? this.#earliest() : undefined;
  }

  #show(nowMs: number): void {
    const due = [...this.#hidden].filter(({ visibleAtMs }) => visibleAtMs <= nowMs);
    for (const message of due) this.#hidden.delete(message);
    this.#ready.push(...due.sort((left, right) => left.visibleAtMs - right.visibleAtMs || left.seq - right.seq));
    this.#nextVisibleMs = this.#earliest();
  }

  #earliest(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { visibleAtMs } of this.#hidden) earliest = Math.min(earliest, visibleAtMs);
    return earliest;
  }
}
