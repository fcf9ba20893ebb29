import type { Queue } from './queue.ts';

interface Poll<Message> {
  receive(): Message[];
  end(messages: Message[]): void;
}

/** Receives that wait for a message, in the order of their arrival. */
export class LongPolls<Message> {
  readonly #waiting = new Map<Queue, Set<Poll<Message>>>();
  readonly #timers = new Map<Queue, NodeJS.Timeout>();
  #ended = false;

  /** The result of `receive`; when it is empty, waits up to `waitMs` of real time, unless the client is `gone`. */
  async wait(queue: Queue, waitMs: number, receive: () => Message[], gone?: AbortSignal): Promise<Message[]> {
    if (gone?.aborted) return [];
    const messages = receive();
    if (messages.length > 0 || waitMs <= 0 || this.#ended) {
      // Other polls wait for the visibility timeouts that began here.
      this.#wakeWhenDue(queue);
      return messages;
    }
    const polls = this.#waiting.get(queue) ?? new Set();
    this.#waiting.set(queue, polls);
    return new Promise((resolve) => {
      const timer = setTimeout(() => poll.end([]), waitMs);
      const poll: Poll<Message> = {
        receive,
        end: (received) => {
          clearTimeout(timer);
          polls.delete(poll);
          resolve(received);
        },
      };
      polls.add(poll);
      gone?.addEventListener('abort', () => poll.end([]));
      this.#wakeWhenDue(queue);
    });
  }

  /** Delivers ready messages to waiting polls. Call it when messages may have become ready. */
  serve(queue: Queue): void {
    for (const poll of this.#waiting.get(queue) ?? []) {
      const messages = poll.receive();
      if (messages.length === 0) break;
      poll.end(messages);
    }
    this.#wakeWhenDue(queue);
  }

  /** Ends every poll; later ones do not wait. */
  end(): void {
    this.#ended = true;
    for (const polls of this.#waiting.values()) for (const poll of polls) poll.end([]);
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #wakeWhenDue(queue: Queue): void {
    clearTimeout(this.#timers.get(queue));
    const isAwaited = (this.#waiting.get(queue)?.size ?? 0) > 0;
    const due = isAwaited && !this.#ended ? queue.nextDue() : undefined;
    if (due)
      this.#timers.set(
        queue,
        setTimeout(() => this.serve(queue), due.inMs),
      );
  }
}
