import { createHash } from 'node:crypto';
import * as z from 'zod';
import { PAYMENT_STATUSES, statusCode } from '../payments/checkout-item.ts';

/** The operation that a notification reports. All but `payment` have their own id and type. */
export const OPERATIONS = ['payment', 'second-payment', 'refund', 'annulment'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The content of a notification, fixed when it is first scheduled: a retry has the same content. */
export const notificationContent = z.object({
  operation: z.enum(OPERATIONS),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  statusCode,
  statusDescription: z.string().optional(),
  amountCents: z.int(),
  occurredAtMs: z.int(),
  /** Sent with a wrong authentication tag. */
  forged: z.boolean().optional(),
});
export type NotificationContent = z.infer<typeof notificationContent>;

/** A UUID derived from another one and a word, so that a repeat has the same id. */
export function derivedId(id: string, word: string): string {
  const hex = createHash('sha256').update(`${id} ${word}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
