/**
 * Lambda's recursive loop detection as AWS documents it ("Use Lambda recursive loop detection to prevent infinite
 * loops"). The trace header of an invocation counts the invocations of its chain. There is one header for an
 * invocation, so everything that it sends continues its chain, whichever message of the batch it belongs to. After
 * about 16 the next invocation is stopped, unless the function's `RecursiveLoop` is `Allow`.
 */
const STOPPED_AFTER = 16;

interface Sent<Message> {
  queue: string;
  message: Message;
  dueMs: number;
  /** Invocations before it in its chain. */
  chain: number;
}

export interface RecursionSettings {
  batchSize: number;
  /** `RecursiveLoop` of the function that both sends to the queues and is invoked by them. */
  isAllowed: boolean;
}

/** Queues whose consumer sends to them. An invocation receives what becomes due in the same second. */
export class RecursionModel<Message> {
  longestChain = 0;
  stopped = 0;
  sentCount = 0;
  readonly #waiting: Sent<Message>[] = [];
  readonly #settings: RecursionSettings;
  #chain = 0;

  constructor(settings: RecursionSettings) {
    this.#settings = settings;
  }

  send(message: Message, dueMs: number, queue = 'queue'): void {
    this.sentCount += 1;
    this.#waiting.push({ queue, message, dueMs: Math.ceil(dueMs / 1_000) * 1_000, chain: this.#chain });
    this.#waiting.sort((left, right) => left.dueMs - right.dueMs);
  }

  /** When the next invocation begins; infinite when no message waits. */
  get nextMs(): number {
    return this.#waiting[0]?.dueMs ?? Number.POSITIVE_INFINITY;
  }

  async invokeNext(invoke: (messages: Message[], queue: string) => Promise<void>): Promise<void> {
    const [first] = this.#waiting;
    if (!first) throw new Error('no message waits');
    const batch = this.#waiting
      .filter(({ queue, dueMs }) => queue === first.queue && dueMs <= first.dueMs)
      .slice(0, this.#settings.batchSize);
    for (const sent of batch) this.#waiting.splice(this.#waiting.indexOf(sent), 1);
    this.#chain = Math.max(...batch.map(({ chain }) => chain)) + 1;
    this.longestChain = Math.max(this.longestChain, this.#chain);
    if (this.#chain > STOPPED_AFTER && !this.#settings.isAllowed) this.stopped += batch.length;
    else
      await invoke(
        batch.map(({ message }) => message),
        first.queue,
      );
    this.#chain = 0;
  }
}
