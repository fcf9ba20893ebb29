import * as z from 'zod/mini';
import type { Caller } from '../../http/call.ts';
import { Refusal } from '../../http/refusal.ts';
import { SETTLE_WITHIN_MS } from '../../payments/times.ts';
import { DELIVERY_STATES } from '../../payments/transaction.ts';
import { type Clock, isoTime } from '../../runtime/clock.ts';
import { type EventRecord, payloadOf } from '../../webhooks/event.ts';
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

/** Clocks differ, a write is under way, and an entry of the index arrives after its item: together less than this. */
const MAX_LAG_MS = 30_000;
/** What was recorded longer ago than this is in the index. */
export const CERTAIN_AFTER_MS = SETTLE_WITHIN_MS + MAX_LAG_MS;

/** The answer of `GET /events`. */
export const feedAnswer = z.object({
  events: z.array(event),
  next: z.string(),
  more: z.boolean(),
  completeUntil: z.string(),
  recent: z.array(event),
});

export interface FeedDependencies {
  readEntries: ReadEntries;
  readTransactions: ReadTransactions;
  clock: Clock;
}

/**
 * A page of the merchant's certain events, in the order in which they were recorded (decision 0049). The last page has
 * the first of what is not certain yet in `recent`, for information: `next` stays before it.
 */
export function feed({ readEntries, readTransactions, clock }: FeedDependencies) {
  const eventsOf = async (entries: readonly Entry[]): Promise<Event[]> => {
    const records = await readTransactions(entries.map(({ transactionId }) => transactionId));
    return entries.flatMap((entry, index) => eventOf(entry, records[index]) ?? []);
  };
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
    const entries = await readEntries(merchantId, start, limit + MAX_EVENTS);
    const completeUntil = nowMs - CERTAIN_AFTER_MS;
    const certain = entries.filter(({ settledAt }) => settledAt <= completeUntil);
    const more = certain.length > limit;
    const page = certain.slice(0, limit);
    const later = more ? [] : entries.slice(certain.length, certain.length + MAX_EVENTS);
    const [events, recent] = await Promise.all([eventsOf(page), eventsOf(later)]);
    return { events, next: cursorOf(page.at(-1) ?? start), more, completeUntil: isoTime(completeUntil), recent };
  };
}

/** The newest event of the transaction, where the entry is of it; one that was added since has an entry further on. */
function eventOf({ transactionId, settledAt }: Entry, record: EventRecord | undefined): Event | undefined {
  const newest = record?.settlements.at(-1);
  if (!record || newest?.settledAt !== settledAt) return undefined;
  const { eventId, delivery } = newest;
  return { eventId, transactionId, delivery: delivery.state, body: payloadOf(record, newest) };
}
