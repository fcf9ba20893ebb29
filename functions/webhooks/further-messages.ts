import type { Clock } from '../runtime/clock.ts';
import { errorFields, type Logger } from '../runtime/logger.ts';
import type { Inbox } from './delivery-queue.ts';

export interface FurtherDependencies {
  inbox: Inbox;
  /** Until Lambda ends the invocation. */
  remainingMs(): number;
  /** Whether the message is done with; one that is not comes again after the visibility time-out. Never rejects. */
  handle(messageId: string, body: string): Promise<boolean>;
  sleep(durationMs: number): Promise<void>;
  clock: Clock;
  logger: Logger;
}

/** An endpoint that answers sooner than this costs no receive. */
const IDLE_AFTER_MS = 100;

/** The first looks are short, so that an endpoint that is merely slow does not keep an invocation for the length of a long poll. */
const SHORT_LOOKS_UNTIL_MS = 1_000;
const LONG_POLL_S = 1;

/** POSTs side by side: below Lambda's 1,024 file descriptors, with room for names looked up and our own calls. */
const MAXIMUM_IN_HAND = 200;

/** A long poll, and then the longest that a message takes: a short sleep, two attempts of 8 s, the records. None is begun that could not end. */
const LONGEST_MESSAGE_MS = 20_000;

/**
 * While an invocation waits for an endpoint to answer, it takes further messages of its queue and handles them beside. So an
 * endpoint that hangs costs a connection and not an execution environment, of which the queue has a limited share (invariant 8).
 * Resolves when all is done; what is taken here is also deleted here.
 */
export async function takeFurther(
  batch: readonly Promise<unknown>[],
  dependencies: FurtherDependencies,
): Promise<void> {
  const { inbox, remainingMs, handle, sleep, clock, logger } = dependencies;
  const beganMs = clock();
  const inHand = new InHand();
  const handledReceipts: string[] = [];
  for (const work of batch) inHand.add(work, beganMs);
  try {
    for (let since = inHand.oldest; since !== undefined; since = inHand.oldest) {
      if (remainingMs() < LONGEST_MESSAGE_MS) break;
      const youngMs = since + IDLE_AFTER_MS - clock();
      if (youngMs > 0 || inHand.size >= MAXIMUM_IN_HAND) {
        await Promise.race([inHand.next(), ...(youngMs > 0 ? [sleep(youngMs)] : [])]);
        continue;
      }
      const isShort = clock() - beganMs < SHORT_LOOKS_UNTIL_MS;
      const messages = await inbox.receive(isShort ? 0 : LONG_POLL_S);
      for (const { messageId, body, receipt } of messages) {
        const work = handle(messageId, body).then((isDone) => isDone && handledReceipts.push(receipt));
        inHand.add(work, clock());
      }
      if (isShort && messages.length === 0) await Promise.race([inHand.all(), sleep(IDLE_AFTER_MS)]);
      await inbox.remove(handledReceipts.splice(0));
    }
  } catch (error) {
    // The queue is away: the batch is handled all the same, and Lambda brings the other messages.
    logger.warn('webhook: no further messages', errorFields(error));
  }
  await inHand.all();
  await inbox.remove(handledReceipts).catch((error) => logger.warn('webhook: messages stay', errorFields(error)));
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
