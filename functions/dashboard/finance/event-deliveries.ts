import type * as z from 'zod/mini';
import type { DeliveryState } from '../../payments/transaction.ts';
import type { EventRecord } from '../../webhooks/event.ts';
import { type DashboardCaller, scopeOf } from '../caller.ts';
import type { eventsInput } from './undelivered-resend.ts';

/** The state of an event's delivery. `outcome` and `statusCode` are the last attempt's; null before the first. */
export interface EventDelivery {
  eventId: string;
  resends: number;
  state: DeliveryState;
  outcome: string | null;
  statusCode: number | null;
}

/** Follows resent events: the present state of each. Unknown ones and those of another merchant are left out. */
export function eventDeliveries({ read }: { read: (transactionIds: readonly string[]) => Promise<EventRecord[]> }) {
  return async (
    { events }: z.infer<typeof eventsInput>,
    caller: DashboardCaller,
  ): Promise<{ deliveries: EventDelivery[] }> => {
    const { merchantId: own } = scopeOf(caller, undefined);
    const wanted = new Set(events.map(({ eventId }) => eventId));
    const records = await read([...new Set(events.map(({ transactionId }) => transactionId))]);
    const deliveries = records
      .filter(({ merchantId }) => own === null || merchantId === own)
      .flatMap(({ settlements }) => settlements)
      .filter(({ eventId }) => wanted.has(eventId))
      .map(({ eventId, delivery: { resends, state, outcome, attempts } }) => {
        const last = attempts.at(-1);
        return {
          eventId,
          resends,
          state,
          outcome: outcome ?? last?.outcome ?? null,
          statusCode: last?.statusCode ?? null,
        };
      });
    return { deliveries };
  };
}
