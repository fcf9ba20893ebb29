import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import { BATCH_SIZE, type Inbox, type SourceQueue } from '../delivery-queue.ts';
import { DEADLINE_MS } from '../plan.ts';

export interface PollDependencies {
  source: SourceQueue;
  inbox: Inbox;
  /** Until Lambda ends the invocation. */
  remainingMs(): number;
  /** Whether the message is done; any other is received again after the visibility time-out. Never rejects. */
  handle(messageId: string, body: string): Promise<boolean>;
  sleep(durationMs: number): Promise<void>;
  clock: Clock;
  logger: Logger;
}

/**
 * An invocation polls when its oldest message has waited this long: an endpoint that answers sooner causes no receive.
 * Messages of an endpoint that hangs can occupy all environments; then every other message waits for the first poll.
 */
export const IDLE_AFTER_MS = 100;

/**
 * Between two receives, unless the last one was full: then more messages are waiting. Without long polling, which
 * would prolong an invocation that is done, and receive messages one by one.
 */
export const PAUSE_MS = 100;

/**
 * Concurrent POSTs, below Lambda's 1,024 file descriptors. Fewer of the retry queue, where most endpoints hang: each
 * attempt opens a connection and uses processor time that healthy merchants need.
 */
const MAX_IN_PROGRESS: Record<SourceQueue, number> = { deliveries: 200, retries: 25 };

/** The longest processing of a message: a short sleep, two attempts, the records. None is started that cannot end. */
const MAX_MESSAGE_MS = 2 * DEADLINE_MS + 3_000;

/**
 * While an invocation waits for an endpoint to answer, it receives more messages of its queue and handles them too. So
 * an endpoint that hangs costs a connection and not an execution environment, of which the queue has a limited share
 * (invariant 8). Resolves when all is done; what is received here is also deleted here.
 */
export async function pollWhileWaiting(
  batch: readonly Promise<unknown>[],
  dependencies: PollDependencies,
): Promise<void> {
  const { source, inbox, remainingMs, handle, sleep, clock, logger } = dependencies;
  const startedAtMs = clock();
  const inProgress = new InProgress();
  const handledReceipts: string[] = [];
  for (const work of batch) inProgress.add(work, startedAtMs);
  try {
    for (let sinceMs = inProgress.oldestAtMs; sinceMs !== undefined; sinceMs = inProgress.oldestAtMs) {
      if (remainingMs() < MAX_MESSAGE_MS) break;
      const youngMs = sinceMs + IDLE_AFTER_MS - clock();
      if (youngMs > 0 || inProgress.size >= MAX_IN_PROGRESS[source]) {
        await Promise.race([inProgress.next(), ...(youngMs > 0 ? [sleep(youngMs)] : [])]);
        continue;
      }
      const messages = await inbox.receive();
      for (const { messageId, body, receipt } of messages) {
        const work = handle(messageId, body).then((isDone) => isDone && handledReceipts.push(receipt));
        inProgress.add(work, clock());
      }
      if (messages.length < BATCH_SIZE) await Promise.race([inProgress.all(), sleep(PAUSE_MS)]);
      await inbox.remove(handledReceipts.splice(0));
    }
  } catch (error) {
    // The queue cannot be reached: the batch is still handled, and Lambda delivers the other messages.
    logger.warn('queue poll failed', errorFields(error));
  }
  await inProgress.all();
  await inbox.remove(handledReceipts).catch((error) => logger.warn('message deletion failed', errorFields(error)));
}

/** The messages in progress, oldest first. */
class InProgress {
  readonly #sinceMs = new Map<Promise<unknown>, number>();

  add(work: Promise<unknown>, sinceMs: number): void {
    const entry: Promise<unknown> = work.finally(() => this.#sinceMs.delete(entry));
    this.#sinceMs.set(entry, sinceMs);
  }

  get size(): number {
    return this.#sinceMs.size;
  }

  /** When the oldest was started; undefined when none is in progress. */
  get oldestAtMs(): number | undefined {
    return this.#sinceMs.values().next().value;
  }

  /** Resolves when any of them is done. */
  next(): Promise<unknown> {
    return Promise.race(this.#sinceMs.keys());
  }

  all(): Promise<unknown> {
    return Promise.all(this.#sinceMs.keys());
  }
}
