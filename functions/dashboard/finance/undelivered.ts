import * as z from 'zod/mini';
import { amountOf } from '../../payments/amount.ts';
import { isoTime, isoTimeOrNull } from '../../runtime/clock.ts';
import type { DeliveryFilter, FindDeliveries, FoundDelivery } from '../../webhooks/resend/found-delivery.ts';
import { UNDELIVERED_STATES } from '../../webhooks/undelivered.ts';
import { type DashboardCaller, scopeOf } from '../caller.ts';
import { financeInput, periodOf } from '../inputs.ts';

// As many as one call of DynamoDB reads.
const PAGE = 100;

/** Days are those of the event. Without a state: both, first what was not delivered. */
export const undeliveredInput = z.extend(financeInput, { state: z.optional(z.enum(UNDELIVERED_STATES)) });
type UndeliveredInput = z.infer<typeof undeliveredInput>;

/** `amount` in EUR, `settledAt` in ISO 8601 UTC. */
type UndeliveredRow = Omit<FoundDelivery, 'amountCents' | 'settledAt'> & { amount: number; settledAt: string };

/**
 * The undelivered and skipped events, which can be resent, the oldest first; a merchant sees its own. `scannedUntil`: the
 * time of the last event that was scanned.
 */
export function listUndelivered({ find }: { find: FindDeliveries }) {
  return async (input: UndeliveredInput, caller: DashboardCaller) => {
    const page = await find(filterOf(input, caller), { limit: PAGE, cursor: input.cursor });
    const { deliveries, cursor, scanned, scannedThroughMs } = page;
    const scannedUntil = isoTimeOrNull(scannedThroughMs);
    return { deliveries: deliveries.filter(({ isNewest }) => isNewest).map(rowOf), cursor, scanned, scannedUntil };
  };
}

export function filterOf(
  { merchantId: named, state, ...days }: UndeliveredInput,
  caller: DashboardCaller,
): DeliveryFilter {
  const { merchantId } = scopeOf(caller, named);
  const states = state === undefined ? UNDELIVERED_STATES : [state];
  return { states, ...(merchantId !== null && { merchantId }), ...periodOf(days) };
}

function rowOf({ amountCents, settledAt, ...delivery }: FoundDelivery): UndeliveredRow {
  return { ...delivery, amount: amountOf(amountCents), settledAt: isoTime(settledAt) };
}
