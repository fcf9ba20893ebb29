import { amountOf } from '../../payments/amount.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { EndpointState } from '../endpoint/webhook-endpoint.ts';
import type { DeliveryFilter, FindDeliveries, FoundDelivery } from './found-delivery.ts';
import type { Resend } from './resend.ts';
import type { ResendReason } from './resend-record.ts';

export interface ResendManyDependencies {
  find: FindDeliveries;
  resend: Resend;
  endpointState(merchantId: string): Promise<EndpointState>;
  /** Whether money of the transaction was returned. */
  isRefunded(transactionId: string): Promise<boolean>;
}

export interface ResendManyRequest extends ResendReason {
  /** Counts what would be queued, and sends nothing. */
  dryRun: boolean;
  /** Orders with a refund too. */
  refunded: boolean;
  /** Of the part before. */
  cursor?: string | undefined;
}

/** A part of a run. `euros` are those of payments: a failed or cancelled one has none. */
export interface ResentPart {
  queued: number;
  euros: number;
  /** Left out because the order was refunded. */
  leftOut: number;
  more: boolean;
  /** For the next part; null when `more` is false. */
  cursor: string | null;
}

// A resend lasts about 50 ms and eight run at a time, so that a part ends within two seconds.
const MAX_EVENTS = 100;
const MAX_CONCURRENT_RESENDS = 8;

/**
 * Resends what the filter finds, part by part: each event only if it is the transaction's newest and no later resend than
 * the one found has begun. The cursor moves on through the list, and an event keeps its place in it. So a run meets each
 * event once, also one that fails again meanwhile, and ends. An interrupted run continues with its last cursor, or begins
 * again: what is being delivered is not in the list.
 */
export function resendMany(
  { find, resend, endpointState, isRefunded }: ResendManyDependencies,
  limit: number = MAX_EVENTS,
) {
  return async (filter: DeliveryFilter, request: ResendManyRequest): Promise<ResentPart> => {
    const { who, why, dryRun, refunded } = request;
    const { deliveries, cursor } = await find(filter, { limit, cursor: request.cursor });
    const states = new Map<string, Promise<EndpointState>>();
    const wouldBeSent = async ({ merchantId }: FoundDelivery) => {
      const state = states.get(merchantId) ?? endpointState(merchantId);
      states.set(merchantId, state);
      const { hasEndpoint, isEnabled } = await state;
      return hasEndpoint && isEnabled;
    };
    let leftOut = 0;
    const isQueued = async (delivery: FoundDelivery) => {
      const { transactionId, eventId, resends, merchantId } = delivery;
      if (!refunded && (await isWithheld(delivery, isRefunded))) {
        leftOut += 1;
        return false;
      }
      if (dryRun) return wouldBeSent(delivery);
      return (await resend({ transactionId, eventId, resends, merchantId, who, why })).kind === 'resent';
    };
    const newest = deliveries.filter(({ isNewest }) => isNewest);
    const queued = (
      await sideBySide(newest, MAX_CONCURRENT_RESENDS, async (each) => ((await isQueued(each)) ? [each] : []))
    ).flat();
    const cents = queued.filter(isPayment).reduce((sum, { amountCents }) => sum + amountCents, 0);
    return { queued: queued.length, euros: amountOf(cents), leftOut, more: cursor !== null, cursor };
  };
}

/** Whether the shop would deliver what it has been paid back for. */
export async function isWithheld(
  delivery: FoundDelivery,
  isRefunded: ResendManyDependencies['isRefunded'],
): Promise<boolean> {
  return isPayment(delivery) && (await isRefunded(delivery.transactionId));
}

function isPayment({ event }: FoundDelivery): boolean {
  return event === 'payment.success';
}
