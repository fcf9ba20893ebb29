import { retryOvertaken } from '../../dynamo/retry-overtaken.ts';
import { stalledAt } from '../../payments/stalled-delivery.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { Deliveries } from '../deliveries.ts';
import { type DeliveryQueue, messageOf, sendOne } from '../delivery-queue.ts';
import type { EndpointState } from '../endpoint/webhook-endpoint.ts';
import type { EventRecord, EventSettlement } from '../event.ts';
import { isTestEvent } from '../event-kind.ts';
import type { RecordResend } from './resend.table.ts';
import type { ResendReason } from './resend-record.ts';

export interface ResendDependencies {
  deliveries: Pick<Deliveries, 'read'>;
  recordResend: RecordResend;
  /** The merchant's URL and toggle as configured now. */
  endpointState(merchantId: string): Promise<EndpointState>;
  queue: DeliveryQueue;
  clock: Clock;
  logger: Logger;
}

export interface ResendRequest extends ResendReason {
  transactionId: string;
  /** `newest`, or the event by name. */
  eventId: string;
  /** How many the caller has seen: nothing is sent when there was another since. Optional. */
  resends?: number | undefined;
  /** The merchant that calls, whose transaction it must be; left out by the operator. */
  merchantId?: string;
}

export type ResendOutcome =
  /**
   * The delivery has begun anew. `isQueued` is false when the queue did not accept it: the sweep queues it within minutes.
   */
  | { kind: 'resent'; eventId: string; resends: number; isQueued: boolean }
  /** The delivery is under way, perhaps by a resend just before. */
  | { kind: 'in-progress'; eventId: string; resends: number }
  /** Already resent after the caller read it; that delivery has ended. */
  | { kind: 'sent-before'; eventId: string; resends: number }
  | { kind: 'off' }
  | { kind: 'no-url' }
  /** The transaction has a newer event; only that one can be resent (decision D14). */
  | { kind: 'superseded' }
  /** No such transaction or event, none yet, another merchant's, or a test event: a new one can be sent instead. */
  | { kind: 'unknown' };

export type Resend = (request: ResendRequest) => Promise<ResendOutcome>;

/**
 * Sends an event again, delivered or not: up to four new attempts with the same bytes and event id (docs/delivery.md).
 * The delivery as it was is stored with who asked, when and why. A repeat while the delivery is under
 * way does nothing.
 */
export function resend(dependencies: ResendDependencies): Resend {
  const { deliveries, recordResend, endpointState, clock, logger } = dependencies;
  return ({ transactionId, eventId, resends: seen, merchantId, who, why }) =>
    retryOvertaken<ResendOutcome>(transactionId, async () => {
      const record = await deliveries.read(transactionId);
      const newest = record?.settlements.at(-1);
      if (!record || !newest || isTestEvent(record)) return { kind: 'unknown' };
      if (merchantId !== undefined && record.merchantId !== merchantId) return { kind: 'unknown' };
      const refusal = refusalOf(record, newest, { eventId, seen, nowMs: clock() });
      if (refusal) return refusal;
      const { hasEndpoint, isEnabled } = await endpointState(record.merchantId);
      if (!hasEndpoint) return { kind: 'no-url' };
      if (!isEnabled) return { kind: 'off' };
      const begun = await recordResend(record, { who, why, resentAt: clock() });
      if (begun === 'raced') return undefined;
      const resends = newest.delivery.resends + 1;
      logger.info('event resent', { transactionId, eventId: newest.eventId, merchantId: record.merchantId, resends });
      return { kind: 'resent', eventId: newest.eventId, resends, isQueued: await send(dependencies, record, newest) };
    });
}

function refusalOf(
  { settlements }: EventRecord,
  newest: EventSettlement,
  { eventId, seen, nowMs }: { eventId: string; seen: number | undefined; nowMs: number },
): ResendOutcome | undefined {
  if (eventId !== 'newest' && eventId !== newest.eventId) {
    return { kind: settlements.some((settlement) => settlement.eventId === eventId) ? 'superseded' : 'unknown' };
  }
  const { state, resends } = newest.delivery;
  const isUnderWay = state === 'pending' && nowMs < stalledAt(newest);
  if (isUnderWay) return { kind: 'in-progress', eventId: newest.eventId, resends };
  const isSentSince = seen !== undefined && resends > seen;
  return isSentSince ? { kind: 'sent-before', eventId: newest.eventId, resends } : undefined;
}

async function send(
  { queue, logger }: ResendDependencies,
  record: EventRecord,
  settlement: EventSettlement,
): Promise<boolean> {
  const message = messageOf(record, settlement);
  try {
    await sendOne(queue, { ...message, resends: message.resends + 1, done: 0 });
    return true;
  } catch (error) {
    logger.warn('resend not queued', {
      transactionId: message.transactionId,
      eventId: message.eventId,
      ...errorFields(error),
    });
    return false;
  }
}
