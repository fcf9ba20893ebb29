import { retryOvertaken } from '../../dynamo/retry-overtaken.ts';
import { stalledAt } from '../../payments/stalled-delivery.ts';
import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { Deliveries } from '../deliveries.ts';
import type { DeliveryQueue } from '../delivery-queue.ts';
import type { EndpointState } from '../endpoint/webhook-endpoint.ts';
import type { EventRecord, EventSettlement } from '../event.ts';
import { isTestEvent } from '../event-kind.ts';
import { sendOne } from './hand-over.ts';
import type { ResendReason } from './previous-series.ts';
import type { BeginSeries } from './resend.table.ts';

export interface ResendDependencies {
  deliveries: Pick<Deliveries, 'read'>;
  beginSeries: BeginSeries;
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
  /** The series that the caller has seen: nothing is sent when a later one has begun. Optional. */
  series?: number | undefined;
  /** The merchant that calls, whose transaction it must be; left out by the operator. */
  merchantId?: string;
}

export type ResendOutcome =
  /**
   * A new series has begun. `handedOver` is false when the queue did not accept it: the sweep queues it within minutes.
   */
  | { kind: 'resent'; eventId: string; series: number; handedOver: boolean }
  /** The delivery is under way, perhaps by a resend just before. */
  | { kind: 'in-progress'; eventId: string; series: number }
  /** Already resent after the caller read it; that series has ended. */
  | { kind: 'sent-before'; eventId: string; series: number }
  | { kind: 'off' }
  | { kind: 'no-url' }
  /** The transaction has a newer event; only that one can be resent (decision D14). */
  | { kind: 'superseded' }
  /** No such transaction or event, none yet, another merchant's, or a test event: a new one can be sent instead. */
  | { kind: 'unknown' };

/** Whether an outcome is about a series of the event. */
export function hasSeries(outcome: ResendOutcome): outcome is Extract<ResendOutcome, { series: number }> {
  const { kind } = outcome;
  return kind === 'resent' || kind === 'in-progress' || kind === 'sent-before';
}

export type Resend = (request: ResendRequest) => Promise<ResendOutcome>;

/**
 * Sends an event again, delivered or not, as a new series of attempts with the same bytes and event id
 * (docs/delivery.md). The previous series is stored with who asked, when and why. A repeat while the series is under
 * way does nothing.
 */
export function resend(dependencies: ResendDependencies): Resend {
  const { deliveries, beginSeries, endpointState, clock, logger } = dependencies;
  return ({ transactionId, eventId, series: seen, merchantId, who, why }) =>
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
      const begun = await beginSeries(record, { who, why, resentAt: clock() });
      if (begun === 'raced') return undefined;
      const series = newest.delivery.series + 1;
      logger.info('event resent', { transactionId, eventId: newest.eventId, merchantId: record.merchantId, series });
      return { kind: 'resent', eventId: newest.eventId, series, handedOver: await send(dependencies, record, newest) };
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
  const { state, series } = newest.delivery;
  const isUnderWay = state === 'pending' && nowMs < stalledAt(newest);
  if (isUnderWay) return { kind: 'in-progress', eventId: newest.eventId, series };
  const isSentSince = seen !== undefined && series > seen;
  return isSentSince ? { kind: 'sent-before', eventId: newest.eventId, series } : undefined;
}

async function send(
  { queue, logger }: ResendDependencies,
  { transactionId, merchantId }: EventRecord,
  { eventId, requestId, delivery: { series } }: EventSettlement,
): Promise<boolean> {
  try {
    await sendOne(queue, { transactionId, eventId, series: series + 1, done: 0, merchantId, requestId });
    return true;
  } catch (error) {
    logger.warn('resend not queued', { transactionId, eventId, ...errorFields(error) });
    return false;
  }
}
