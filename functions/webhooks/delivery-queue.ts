import * as z from 'zod/mini';
import type { EventRecord, EventSettlement } from './event.ts';

/**
 * The retry queue: attempts after a delay that SQS can wait, and first attempts of merchants whose endpoint was slow
 * lately.
 */
export interface RetryQueue {
  send(message: DeliveryMessage, delayMs: number): Promise<void>;
}

/** Where first messages go, at most ten at a time. */
export interface DeliveryQueue {
  /** The positions of the messages that the queue did not accept. Throws when the call failed. */
  sendBatch(messages: readonly DeliveryMessage[]): Promise<number[]>;
}

/** SQS accepts no more in one call. */
export const BATCH_SIZE = 10;

/** Which of its two queues a message came over. */
export type SourceQueue = 'deliveries' | 'retries';

/** A queue delay that ends no earlier than `delayMs` from now, within what SQS accepts. */
export function queueDelayS(delayMs: number): number {
  return Math.min(900, Math.max(0, Math.ceil(delayMs / 1_000)));
}

const text = z.string().check(z.minLength(1));

/**
 * A message of either queue: which delivery to continue, never what to send. The record decides which attempt is next;
 * `done` is how many attempts were recorded when it was written: a repeat of an older message has fewer.
 */
export const deliveryMessage = z.object({
  transactionId: text,
  eventId: text,
  resends: z.int().check(z.nonnegative()),
  done: z.int().check(z.nonnegative()),
  merchantId: text,
  /** Of the request that settled the transaction, for the lines about its delivery. */
  requestId: z.optional(text),
});
export type DeliveryMessage = Omit<z.infer<typeof deliveryMessage>, 'requestId'> & { requestId?: string | undefined };

/** The message that continues a delivery as it is recorded. */
export function messageOf(
  { transactionId, merchantId }: Pick<EventRecord, 'transactionId' | 'merchantId'>,
  { eventId, requestId, delivery: { resends, done } }: EventSettlement,
): DeliveryMessage {
  return { transactionId, eventId, resends, done, merchantId, requestId };
}

/** Sends one message; throws when the queue does not accept it. */
export async function sendOne(queue: DeliveryQueue, message: DeliveryMessage): Promise<void> {
  const refused = await queue.sendBatch([message]);
  if (refused.length > 0) throw new Error('the delivery queue did not take the message');
}

/** Parses a queue message's body; throws on anything else. */
export function parseMessage(body: string): DeliveryMessage {
  return deliveryMessage.parse(JSON.parse(body));
}
