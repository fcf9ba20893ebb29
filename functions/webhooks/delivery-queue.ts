import type { DeliveryMessage } from './message.ts';

/** The retry queue: attempts 3 and 4, and first attempts of merchants whose endpoint timed out lately. */
export interface RetryQueue {
  send(message: DeliveryMessage, delayMs: number): Promise<void>;
}

/** Where first messages go, at most ten at a time. */
export interface DeliveryQueue {
  /** The positions of the messages that the queue did not take. Throws when the whole call failed. */
  sendBatch(messages: readonly DeliveryMessage[]): Promise<number[]>;
}

/** SQS takes no more in one call. */
export const BATCH_SIZE = 10;
