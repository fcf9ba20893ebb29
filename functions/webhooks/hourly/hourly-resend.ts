import type { Merchant } from '../../merchants/accounts/merchant.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import type { Clock } from '../../runtime/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { Deliveries } from '../deliveries.ts';
import type { DeliveryFilter, FoundDelivery } from '../resend/found-delivery.ts';
import { isWithheld, type ResendManyDependencies, resendMany } from '../resend/resend-many.ts';

export interface HourlyDependencies extends ResendManyDependencies {
  merchants: Pick<Merchants, 'replace'>;
  /** The merchants that have it on. */
  optedIn(): Promise<Merchant[]>;
  deliveries: Pick<Deliveries, 'read'>;
  clock: Clock;
  logger: Logger;
}

/** A minute less than an hour: the run of an hour later finds it due. */
const PROBE_EVERY_MS = HOUR_MS - MINUTE_MS;
/** Of an hour and a merchant, the probe among them. */
const MAX_EVENTS = 100;
const REASON = { who: 'hourly-resend', why: 'automatic' };

/**
 * Does for merchants that want it what a person would: an hour after the last it resends one undelivered event of 24
 * hours as a probe, and where that arrives the rest. Each step is recorded before it is made, so that a crash repeats
 * none: the next hour makes good what it lost. After `deadlineMs` the next run goes on.
 */
export function hourlyResend(dependencies: HourlyDependencies) {
  const { merchants, optedIn, resend, deliveries, clock, logger } = dependencies;
  const resendRest = resendMany(dependencies, MAX_EVENTS - 1);

  return async (deadlineMs: number): Promise<void> => {
    for (const merchant of await optedIn()) {
      if (clock() >= deadlineMs) return;
      try {
        await resendOf(merchant);
      } catch (error) {
        logger.error('hourly resend failed', { merchantId: merchant.merchantId, ...errorFields(error) });
      }
    }
  };

  async function resendOf(seen: Merchant): Promise<void> {
    const { probe, merchantId } = seen;
    if (probe?.event) {
      const state = await stateOf(probe.event);
      if (state === 'pending') return;
      if (!(await merchants.replace(seen, { probe: { at: probe.at } })) || state !== 'delivered') return;
      await resendRest(hourlyFilter(merchantId, clock()), { ...REASON, dryRun: false, refunded: false });
    } else if (clock() >= nextProbeMs(seen)) {
      const next = await nextEvent(dependencies, seen, clock());
      if (!next) return;
      const { transactionId, eventId, resends } = next;
      if (!(await merchants.replace(seen, { probe: { at: clock(), event: { transactionId, eventId } } }))) return;
      await resend({ transactionId, eventId, resends, merchantId, ...REASON });
    }
  }

  async function stateOf({ transactionId, eventId }: { transactionId: string; eventId: string }) {
    const record = await deliveries.read(transactionId);
    return record?.settlements.find((each) => each.eventId === eventId)?.delivery.state;
  }
}

/**
 * The event of the next probe: the oldest of those that were resent least, so that one which the shop refuses holds up
 * no other. Undefined where nothing may be sent.
 */
async function nextEvent(
  { find, isRefunded }: Pick<ResendManyDependencies, 'find' | 'isRefunded'>,
  { merchantId, webhookEnabled, webhookUrl }: Merchant,
  nowMs: number,
): Promise<FoundDelivery | undefined> {
  if (!webhookEnabled || webhookUrl === undefined) return undefined;
  const { deliveries } = await find(hourlyFilter(merchantId, nowMs), { limit: MAX_EVENTS });
  const inTurn = deliveries.filter(({ isNewest }) => isNewest).sort((one, other) => one.resends - other.resends);
  for (const delivery of inTurn) if (!(await isWithheld(delivery, isRefunded))) return delivery;
  return undefined;
}

/** What is resent: the undelivered events of the last 24 hours, the oldest first. */
function hourlyFilter(merchantId: string, nowMs: number): DeliveryFilter {
  return { states: ['not_delivered'], merchantId, fromMs: nowMs - DAY_MS, toMs: nowMs };
}

function nextProbeMs({ probe }: Pick<Merchant, 'probe'>): number {
  return probe ? probe.at + PROBE_EVERY_MS : 0;
}

/** When the next probe is due, for the page; undefined where it is off, or nothing waits for one. */
export async function nextProbe(
  dependencies: Pick<ResendManyDependencies, 'find' | 'isRefunded'>,
  merchant: Merchant,
  nowMs: number,
): Promise<number | undefined> {
  if (merchant.hourlyResend !== 'on') return undefined;
  const next = await nextEvent(dependencies, merchant, nowMs);
  return next && Math.max(nextProbeMs(merchant), nowMs);
}
