import { sideBySide } from '../../runtime/side-by-side.ts';
import type { DeliveryFilter, FindDeliveries, FoundDelivery, FoundPage } from './found-delivery.ts';
import type { Resend, ResendOutcome } from './resend.ts';
import type { ResendReason } from './resend-record.ts';

export interface ResentPage extends Omit<FoundPage, 'deliveries'> {
  resends: { delivery: FoundDelivery; outcome: ResendOutcome }[];
}

// A resend is a read, a transaction and a send: more of them at a time would slow the table's other work.
const MAX_CONCURRENT_RESENDS = 8;

/**
 * Resends a page of what the filter finds, each event once and only if it is the transaction's newest and no later
 * resend than the one found has begun. What has been resent leaves the list, so that an interrupted run, or one whose
 * answer was lost, can be repeated; the cursor avoids scanning the same entries twice.
 */
export function resendMany({ find, resend }: { find: FindDeliveries; resend: Resend }) {
  return async (
    filter: DeliveryFilter,
    { who, why, ...page }: ResendReason & { limit: number; cursor?: string | undefined },
  ): Promise<ResentPage> => {
    const { deliveries, ...rest } = await find(filter, page);
    const left = deliveries.filter(({ isNewest }) => isNewest);
    const resends = await sideBySide(left, MAX_CONCURRENT_RESENDS, async (delivery) => {
      const { transactionId, eventId, resends, merchantId } = delivery;
      return { delivery, outcome: await resend({ transactionId, eventId, resends, merchantId, who, why }) };
    });
    return { ...rest, resends };
  };
}
