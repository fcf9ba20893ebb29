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

/** Which of its two queues a message came over. */
export type SourceQueue = 'deliveries' | 'retries';

export interface ReceivedMessage {
  messageId: string;
  body: string;
  /** What the queue wants to be shown when the message is taken away. */
  receipt: string;
}

/** The receiving end of one of the queues. Both throw when the queue cannot be reached. */
export interface Inbox {
  /** What is there now, at most ten messages; each stays hidden for the visibility time-out. */
  receive(): Promise<ReceivedMessage[]>;
  /** Takes messages away for good, any number of them. */
  remove(receipts: readonly string[]): Promise<void>;
}
