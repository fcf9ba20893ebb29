import { createHash } from 'node:crypto';
import * as z from 'zod';
import { PAYMENT_STATUSES, statusCode } from '../payments/checkout-item.ts';

/** What a notification tells of; all but `payment` have an id and a type of their own. */
export const OPERATIONS = ['payment', 'second-payment', 'refund', 'annulment'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** What one notification says, frozen when it was first to be sent: a repeat says the same, whatever has happened since. */
export const notice = z.object({
  operation: z.enum(OPERATIONS),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  statusCode,
  statusDescription: z.string().optional(),
  amountCents: z.int(),
  occurredAtMs: z.int(),
  /** Sent with an authentication tag that does not fit. */
  forged: z.boolean().optional(),
});
export type Notice = z.infer<typeof notice>;

/** A UUID that follows from another one and a word, so that what is done again has the same id again. */
export function derivedId(id: string, word: string): string {
  const hex = createHash('sha256').update(`${id} ${word}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
