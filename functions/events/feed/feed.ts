import * as z from 'zod/mini';
import type { Caller } from '../../http/call.ts';
import { Refusal } from '../../http/refusal.ts';
import { DELIVERY_STATES } from '../../payments/transaction.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { type EventRecord, payloadOf } from '../../webhooks/event.ts';
import { HORIZON_MS } from '../horizon.ts';
import type { Entry, ReadEntries, ReadTransactions } from '../settled.table.ts';
import { FROM_IN_FUTURE, type feedInput, MAX_EVENTS } from './feed-request.ts';
import { cursorOf, NOT_A_POSITION } from './position.ts';

const event = z.object({
  eventId: z.string(),
  transactionId: z.string(),
  delivery: z.enum(DELIVERY_STATES),
  body: z.string(),
});
type Event = z.infer<typeof event>;

/** The answer of `GET /events`. */
export const feedAnswer = z.object({
  events: z.array(event),
  next: z.string(),
  more: z.boolean(),
  completeUntil: z.string(),
});

export interface FeedDependencies {
  readEntries: ReadEntries;
  readTransactions: ReadTransactions;
  clock: Clock;
}

/**
 * A page of the merchant's events, in the order in which they were recorded (decision 0049). What was recorded
 * until `completeUntil` is complete. Later events are answered too, but `next` stays before them, because the index may
 * still lack one: they come again until they are certain.
 */
export function feed({ readEntries, readTransactions, clock }: FeedDependencies) {
  return async (
    { after, from = 0, limit = MAX_EVENTS }: z.infer<typeof feedInput>,
    { merchantId }: Caller,
  ): Promise<z.input<typeof feedAnswer>> => {
    // Before the index is read: an entry may arrive meanwhile.
    const nowMs = clock();
    if (from > nowMs) throw new Refusal('invalid', FROM_IN_FUTURE);
    // No answer gives such a `next`: following it would never show an event.
    if (after && after.settledAt > nowMs) throw new Refusal('invalid', `after ${NOT_A_POSITION}`);
    const start = after ?? { settledAt: from };
    const { entries, isLast } = await readEntries(merchantId, start, limit);
    const records = await readTransactions(entries.map(({ transactionId }) => transactionId));
    const completeUntil = nowMs - HORIZON_MS;
    const certain = entries.filter(({ settledAt }) => settledAt <= completeUntil);
    return {
      events: entries.flatMap((entry, index) => eventOf(entry, records[index]) ?? []),
      next: cursorOf(certain.at(-1) ?? start),
      more: !isLast && certain.length === entries.length,
      completeUntil: isoTime(completeUntil),
    };
  };
}

/** The newest event of the transaction, where the entry is of it; one that was added since has an entry further on. */
function eventOf({ transactionId, settledAt }: Entry, record: EventRecord | undefined): Event | undefined {
  const newest = record?.settlements.at(-1);
  if (!record || newest?.settledAt !== settledAt) return undefined;
  const { eventId, delivery } = newest;
  return { eventId, transactionId, delivery: delivery.state, body: payloadOf(record, newest) };
}
