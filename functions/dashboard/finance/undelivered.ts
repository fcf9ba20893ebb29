import * as z from 'zod/mini';
import { amountOf } from '../../payments/amount.ts';
import { isoTime } from '../../runtime/clock.ts';
import type { FindDeliveries, FoundDelivery } from '../../webhooks/resend/found-delivery.ts';
import { UNDELIVERED_STATES } from '../../webhooks/undelivered.ts';
import { type DashboardCaller, scopeOf } from '../caller.ts';
import { type ListPage, listPage } from '../scanned.ts';
import { financeInput, periodOf } from './finance-input.ts';

// As many as one call of DynamoDB reads.
const PAGE = 100;

/** Days are those of the event. Without a state: both, first what was not delivered. */
export const undeliveredInput = z.extend(financeInput, { state: z.optional(z.enum(UNDELIVERED_STATES)) });

/** `amount` in EUR, `settledAt` in ISO 8601 UTC. */
type UndeliveredRow = Omit<FoundDelivery, 'amountCents' | 'settledAt'> & { amount: number; settledAt: string };

/** `scannedUntil`: the time of the last event that was scanned. */
export type UndeliveredPage = ListPage<'deliveries', UndeliveredRow>;

/** The undelivered and skipped events, which can be resent, the oldest first; a merchant sees its own. */
export function listUndelivered({ find }: { find: FindDeliveries }) {
  return async (input: z.infer<typeof undeliveredInput>, caller: DashboardCaller): Promise<UndeliveredPage> => {
    const { merchantId } = scopeOf(caller, input.merchantId);
    const states = input.state === undefined ? UNDELIVERED_STATES : [input.state];
    const filter = { states, ...(merchantId !== null && { merchantId }), ...periodOf(input) };
    const { deliveries, scannedThroughMs, ...page } = await find(filter, { limit: PAGE, cursor: input.cursor });
    return listPage('deliveries', {
      ...page,
      rows: deliveries
        .filter(({ isNewest }) => isNewest)
        .map(({ amountCents, settledAt, ...delivery }) => ({
          ...delivery,
          amount: amountOf(amountCents),
          settledAt: isoTime(settledAt),
        })),
      until: scannedThroughMs === null ? null : isoTime(scannedThroughMs),
    });
  };
}
