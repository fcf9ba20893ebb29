import * as z from 'zod/mini';

/** A webhook's body (§6.3), as far as a shop needs it. */
const payload = z.object({
  event: z.string(),
  timestamp: z.string(),
  data: z.object({
    id: z.string(),
    externalOrderId: z.string(),
    amount: z.number(),
    currency: z.string(),
    paymentMethod: z.nullable(z.string()),
    status: z.string(),
    paidAt: z.nullable(z.string()),
  }),
});

/**
 * - `new`: the shop acts on it.
 * - `repeat`: the same event of the same transaction was here before.
 * - `outrun`: the transaction is known to be paid, and paid is the last word (an older event came late).
 */
export type Standing = 'new' | 'repeat' | 'outrun';

export interface ReceivedEvent {
  event: string;
  id: string;
  externalOrderId: string;
  amount: number;
  status: string;
  standing: Standing;
}

export interface EventLedger {
  readonly received: readonly ReceivedEvent[];
  /** Throws when `body` is not a webhook's body. */
  take(body: unknown): ReceivedEvent;
}

/** A shop's memory of its webhooks. It lives in memory here; a shop keeps it in its database, in the order's own transaction. */
export function eventLedger(): EventLedger {
  const received: ReceivedEvent[] = [];
  const seen = new Set<string>();
  const paid = new Set<string>();
  return {
    received,
    take(body) {
      const { event, data } = payload.parse(body);
      const { id, externalOrderId, amount, status } = data;
      // By the event too, not by the id alone: a late payment follows its own cancellation under the same id.
      const key = `${id} ${event}`;
      const standing = seen.has(key) ? 'repeat' : paid.has(id) ? 'outrun' : 'new';
      seen.add(key);
      if (status === 'paid') paid.add(id);
      const entry = { event, id, externalOrderId, amount, status, standing } as const;
      received.push(entry);
      return entry;
    },
  };
}
