import type { Queue } from './queue.ts';

interface Poll<Message> {
  receive(): Message[];
  end(messages: Message[]): void;
}

/** Receives that wait for a message of their own, in the order of their arrival. */
export class LongPolls<Message> {
  readonly #waiting = new Map<Queue, Set<Poll<Message>>>();
  readonly #timers = new Map<Queue, NodeJS.Timeout>();
  #ended = false;

  /** What `receive` has now; when that is nothing, what it has within `waitMs` of real time, unless the client is `gone`. */
  async wait(queue: Queue, waitMs: number, receive: () => Message[], gone?: AbortSignal): Promise<Message[]> {
    if (gone?.aborted) return [];
    const messages = receive();
    if (messages.length > 0 || waitMs <= 0 || this.#ended) {
      // Others wait for the end of the visibility time-outs that have begun here.
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

  /** Hands out what is ready; to be called when messages may have become so. */
  serve(queue: Queue): void {
    for (const poll of this.#waiting.get(queue) ?? []) {
      const messages = poll.receive();
      if (messages.length === 0) break;
      poll.end(messages);
    }
    this.#wakeWhenDue(queue);
  }

  /** Ends every poll, and lets none wait from now on. */
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
