import * as z from 'zod/mini';

/**
 * An entry of one of the indexes; `timeMs` is that of the creation, of the payment or of the movement; by order 0, and
 * its id. `item` is the sort key of a movement.
 */
export const entry = z.object({
  timeMs: z.int(),
  merchantId: z.string(),
  transactionId: z.string(),
  orderId: z.optional(z.string()),
  item: z.optional(z.string()),
});
