import type { DeliveryState } from '../../payments/transaction.ts';
import { type EventRecord, eventKind } from '../event.ts';
import type { EventKind } from '../event-kind.ts';
import type { UndeliveredState } from '../undelivered.ts';

/** Which deliveries a list is about. Times are those of the event (its settlement), in [`fromMs`, `toMs`). */
export interface DeliveryFilter {
  states: readonly UndeliveredState[];
  merchantId?: string;
  fromMs: number;
  toMs: number;
}

/** One delivery as a list shows it. */
export interface FoundDelivery {
  transactionId: string;
  merchantId: string;
  externalOrderId: string;
  amountCents: number;
  eventId: string;
  event: EventKind;
  settledAt: number;
  state: DeliveryState;
  resends: number;
  /** Recorded attempts since the last resend. */
  done: number;
  /** How the last attempt ended, or `not_attempted`; null before the first. */
  outcome: string | null;
  statusCode: number | null;
  /** False when the transaction has a newer event: this one cannot be resent then. */
  isNewest: boolean;
}

export interface FoundPage {
  deliveries: FoundDelivery[];
  /** For the next page; null when everything has been scanned. */
  cursor: string | null;
  /** Entries of the index scanned for this page, including those that the filter left out. */
  scanned: number;
  /** Of the last scanned entry: the time of the event or of the transaction's creation; null where none. */
  scannedThroughMs: number | null;
}

/** `limit` is the number of entries scanned, not found: a page may be empty although the next one is not. */
export type FindDeliveries = (
  filter: DeliveryFilter,
  page: { limit: number; cursor?: string | undefined },
) => Promise<FoundPage>;

/** The deliveries of a transaction that the filter is about. */
export function deliveriesIn(record: EventRecord, filter: DeliveryFilter): FoundDelivery[] {
  const { transactionId, merchantId, externalOrderId, amountCents, settlements } = record;
  if (filter.merchantId !== undefined && filter.merchantId !== merchantId) return [];
  return settlements
    .filter(
      ({ settledAt, delivery }) =>
        isWithin(settledAt, filter) && filter.states.some((state) => state === delivery.state),
    )
    .map((settlement) => {
      const { eventId, settledAt, delivery } = settlement;
      const { state, resends, done, attempts } = delivery;
      const last = attempts.at(-1);
      return {
        transactionId,
        merchantId,
        externalOrderId,
        amountCents,
        eventId,
        event: eventKind(record, settlement),
        settledAt,
        state,
        resends,
        done,
        outcome: delivery.outcome ?? last?.outcome ?? null,
        statusCode: last?.statusCode ?? null,
        isNewest: settlement === settlements.at(-1),
      };
    });
}

export function isWithin(timeMs: number, { fromMs, toMs }: Pick<DeliveryFilter, 'fromMs' | 'toMs'>): boolean {
  return timeMs >= fromMs && timeMs < toMs;
}
