import * as z from 'zod/mini';

/** The fields of a webhook's body (§6.3) that a shop needs. */
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
 * - `new`: the shop processes it.
 * - `repeat`: the same event of the same transaction was received before.
 * - `outrun`: an older event that arrived after the transaction was paid; `paid` is final.
 */
export type ReceivedAs = 'new' | 'repeat' | 'outrun';

export interface ReceivedEvent {
  event: string;
  id: string;
  externalOrderId: string;
  amount: number;
  status: string;
  receivedAs: ReceivedAs;
}

export interface EventLedger {
  readonly received: readonly ReceivedEvent[];
  /** Throws when `body` is not a webhook's body. */
  add(body: unknown): ReceivedEvent;
}

/** The received events, in memory. A shop stores them in its database, in the same transaction as the order. */
export function eventLedger(): EventLedger {
  const received: ReceivedEvent[] = [];
  const seen = new Set<string>();
  const paid = new Set<string>();
  return {
    received,
    add(body) {
      const { event, data } = payload.parse(body);
      const { id, externalOrderId, amount, status } = data;
      // The key includes the event: a late payment follows the cancellation under the same id.
      const key = `${id} ${event}`;
      const receivedAs = seen.has(key) ? 'repeat' : paid.has(id) ? 'outrun' : 'new';
      seen.add(key);
      if (status === 'paid') paid.add(id);
      const entry = { event, id, externalOrderId, amount, status, receivedAs } as const;
      received.push(entry);
      return entry;
    },
  };
}
