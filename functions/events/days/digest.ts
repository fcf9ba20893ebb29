import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../../banking/bank.ts';
import { STATUSES } from '../../payments/transitions.ts';
import { isWithin, type LisbonDay } from '../../runtime/lisbon-day.ts';
import type { EventRecord, EventSettlement } from '../../webhooks/event.ts';

const count = z.int().check(z.nonnegative());

/** Payments of one status and method, null where none was chosen. */
const sum = z.object({
  status: z.enum(STATUSES),
  paymentMethod: z.nullable(z.enum(PAYMENT_METHODS)),
  count,
  cents: count,
});

/** The events of a merchant's Lisbon day as of `asOf` (milliseconds since the epoch). */
export const dayDigest = z.object({ asOf: z.int(), count, sums: z.array(sum), digest: z.string() });
export type DayDigest = z.infer<typeof dayDigest>;

/** An event of the day, with the amount of its transaction. */
export type DayEvent = Pick<EventRecord, 'transactionId' | 'amountCents'> &
  Pick<EventSettlement, 'eventId' | 'status' | 'paymentMethod'>;

/** The newest event of a transaction at an instant, which is included. */
export function newestAt<Settlement extends EventSettlement>(
  { settlements }: { settlements: readonly Settlement[] },
  asOf: number,
): Settlement | undefined {
  return settlements.filter(({ settledAt }) => settledAt <= asOf).at(-1);
}

/**
 * What a transaction adds to a day (docs/api.md): of its events until `asOf` the newest, if that is of the day. So one
 * that has a later event stays on the day until the day is folded again.
 */
export function eventOfDay(day: LisbonDay, asOf: number, record: EventRecord): DayEvent[] {
  const { transactionId, amountCents } = record;
  const newest = newestAt(record, asOf);
  if (!newest || !isWithin(day, newest.settledAt)) return [];
  const { eventId, status, paymentMethod } = newest;
  return [{ transactionId, amountCents, eventId, status, paymentMethod }];
}

/** Number, sums and digest of a day's events, in any order. */
export function digestOf(asOf: number, events: readonly DayEvent[]): DayDigest {
  // Ids and statuses are ASCII: the order of characters is that of bytes.
  const lines = events
    .map(({ eventId, transactionId, status, amountCents }) => `${eventId},${transactionId},${status},${amountCents}\n`)
    .sort();
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line);
  return { asOf, count: events.length, sums: sumsOf(events), digest: hash.digest('hex') };
}

const METHODS = [...PAYMENT_METHODS, null];

function sumsOf(events: readonly DayEvent[]): DayDigest['sums'] {
  const groups = Map.groupBy(events, ({ status, paymentMethod }) => `${status} ${paymentMethod}`);
  return STATUSES.flatMap((status) =>
    METHODS.flatMap((paymentMethod) => {
      const own = groups.get(`${status} ${paymentMethod}`) ?? [];
      const cents = own.reduce((total, { amountCents }) => total + amountCents, 0);
      return own.length === 0 ? [] : [{ status, paymentMethod, count: own.length, cents }];
    }),
  );
}
