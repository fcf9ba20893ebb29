import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import { BATCH_SIZE, type Inbox, type SourceQueue } from '../delivery-queue.ts';
import { DEADLINE_MS } from '../plan.ts';

export interface PollDependencies {
  source: SourceQueue;
  inbox: Inbox;
  /** Until Lambda ends the invocation. */
  remainingMs(): number;
  /** Whether the message is done; one that is not is received again after the visibility time-out. Never rejects. */
  handle(messageId: string, body: string): Promise<boolean>;
  sleep(durationMs: number): Promise<void>;
  clock: Clock;
  logger: Logger;
}

/**
 * An endpoint that answers sooner than this costs no receive. When an endpoint begins to hang, its first messages take
 * the environments one after the other; once none is free, every message waits until the first of them polls.
 */
const IDLE_AFTER_MS = 100;

/**
 * Between two receives, unless the last one brought as many as it can: then more are waiting. No long poll: it would
 * hold an invocation that has nothing left to wait for, and bring messages one by one.
 */
const PAUSE_MS = 100;

/**
 * POSTs side by side, below Lambda's 1,024 file descriptors. Fewer of the retry queue: what hangs there is known to
 * hang, takes a new connection for each attempt and is not to take the processor from what does not; and more do not
 * help an endpoint in trouble. The 99th percentile of healthy merchants beside one that hangs, in two runs on one
 * machine: 2,187 and 3,982 ms with 200 for both queues, 622 and 673 ms with 20 for retries.
 */
const MAX_IN_HAND: Record<SourceQueue, number> = { deliveries: 200, retries: 25 };

/**
 * The longest that a message takes: a short sleep, two attempts, the records. None is begun that could not end.
 */
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
  const beganMs = clock();
  const inHand = new InHand();
  const handledReceipts: string[] = [];
  for (const work of batch) inHand.add(work, beganMs);
  try {
    for (let since = inHand.oldest; since !== undefined; since = inHand.oldest) {
      if (remainingMs() < MAX_MESSAGE_MS) break;
      const youngMs = since + IDLE_AFTER_MS - clock();
      if (youngMs > 0 || inHand.size >= MAX_IN_HAND[source]) {
        await Promise.race([inHand.next(), ...(youngMs > 0 ? [sleep(youngMs)] : [])]);
        continue;
      }
      const messages = await inbox.receive();
      for (const { messageId, body, receipt } of messages) {
        const work = handle(messageId, body).then((isDone) => isDone && handledReceipts.push(receipt));
        inHand.add(work, clock());
      }
      if (messages.length < BATCH_SIZE) await Promise.race([inHand.all(), sleep(PAUSE_MS)]);
      await inbox.remove(handledReceipts.splice(0));
    }
  } catch (error) {
    // The queue cannot be reached: the batch is still handled, and Lambda delivers the other messages.
    logger.warn('queue poll failed', errorFields(error));
  }
  await inHand.all();
  await inbox.remove(handledReceipts).catch((error) => logger.warn('message deletion failed', errorFields(error)));
}

/** What is being worked on, oldest first. */
class InHand {
  readonly #sinceMs = new Map<Promise<unknown>, number>();

  add(work: Promise<unknown>, sinceMs: number): void {
    const forgotten: Promise<unknown> = work.finally(() => this.#sinceMs.delete(forgotten));
    this.#sinceMs.set(forgotten, sinceMs);
  }

  get size(): number {
    return this.#sinceMs.size;
  }

  /** Since when the oldest is worked on; undefined when nothing is in hand. */
  get oldest(): number | undefined {
    return this.#sinceMs.values().next().value;
  }

  /** Resolves when any of it is done. */
  next(): Promise<unknown> {
    return Promise.race(this.#sinceMs.keys());
  }

  all(): Promise<unknown> {
    return Promise.all(this.#sinceMs.keys());
  }
}
