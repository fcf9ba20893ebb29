import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));

/**
 * What travels over both queues: which delivery to carry on, never what to send. The record says which attempt is next;
 * `done` is how many attempts the writer of the message knew to be recorded, so that a stale read is noticed.
 */
export const deliveryMessage = z.object({
  transactionId: text,
  eventId: text,
  series: z.int().check(z.positive()),
  done: z.int().check(z.nonnegative()),
  merchantId: text,
});
export type DeliveryMessage = z.infer<typeof deliveryMessage>;

/** Parses a queue message's body; throws on anything that is not one of ours. */
export function parseMessage(body: string): DeliveryMessage {
  return deliveryMessage.parse(JSON.parse(body));
}
