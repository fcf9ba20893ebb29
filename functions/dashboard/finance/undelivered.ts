import { amountOf } from '../../payments/amount.ts';
import { isoTime } from '../../runtime/clock.ts';
import type { FindDeliveries, FoundDelivery } from '../../webhooks/resend/found-delivery.ts';
import { UNDELIVERED_STATES } from '../../webhooks/resend/undelivered.ts';
import { type DashboardCaller, scopeOf } from '../caller.ts';
import { type ListPage, listPage } from '../scanned.ts';
import { type FinanceInput, periodOf } from './finance-input.ts';

// As many as one call of DynamoDB reads.
const PAGE = 100;

/** `amount` in EUR, `settledAt` in ISO 8601 UTC. */
type UndeliveredRow = Omit<FoundDelivery, 'amountCents' | 'settledAt'> & { amount: number; settledAt: string };

/** `scannedUntil`: by merchant, then by the time of the event. */
export type UndeliveredPage = ListPage<'deliveries', UndeliveredRow, { merchantId: string; at: string } | null>;

/**
 * The undelivered and skipped events behind the report's figures of ended deliveries, which can be resent. By merchant,
 * then by time, oldest first; a merchant sees its own.
 */
export function listUndelivered({ find }: { find: FindDeliveries }) {
  return async (input: FinanceInput, caller: DashboardCaller): Promise<UndeliveredPage> => {
    const { merchantId } = scopeOf(caller, input.merchantId);
    const filter = { states: UNDELIVERED_STATES, ...(merchantId !== null && { merchantId }), ...periodOf(input) };
    const { deliveries, scannedThrough, ...page } = await find(filter, { limit: PAGE, cursor: input.cursor });
    return listPage('deliveries', {
      ...page,
      rows: deliveries
        .filter(({ isNewest }) => isNewest)
        .map(({ amountCents, settledAt, ...delivery }) => ({
          ...delivery,
          amount: amountOf(amountCents),
          settledAt: isoTime(settledAt),
        })),
      until: scannedThrough && { merchantId: scannedThrough.merchantId, at: isoTime(scannedThrough.time) },
    });
  };
}
