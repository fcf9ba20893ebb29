import type { Merchant } from '../../merchants/accounts/merchant.ts';
import type { Merchants } from '../../merchants/accounts/merchants.table.ts';
import type { Clock } from '../../runtime/clock.ts';
import { DAY_MS, HOUR_MS } from '../../runtime/durations.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { Deliveries } from '../deliveries.ts';
import type { DeliveryFilter, FindDeliveries, FoundDelivery } from '../resend/found-delivery.ts';
import { isWithheld, type ResendManyDependencies, resendMany } from '../resend/resend-many.ts';

export interface HourlyDependencies extends ResendManyDependencies {
  merchants: Pick<Merchants, 'replace'>;
  /** The merchants that have it on. */
  optedIn(): Promise<Merchant[]>;
  deliveries: Pick<Deliveries, 'read'>;
  clock: Clock;
  logger: Logger;
}

const PROBE_EVERY_MS = HOUR_MS;
/** Of an hour and a merchant, the probe among them. */
const MAX_EVENTS = 100;
const REASON = { who: 'hourly-resend', why: 'automatic' };

/**
 * Does for merchants that want it what a person would: an hour after the last it resends the oldest undelivered event of
 * 24 hours as a probe, and where that arrives the rest. Each step is recorded before it is made, so that a crash repeats
 * none: the next hour makes good what it lost. After `deadlineMs` the next run goes on.
 */
export function hourlyResend(dependencies: HourlyDependencies) {
  const { merchants, optedIn, find, resend, isRefunded, deliveries, clock, logger } = dependencies;
  const page = (filter: DeliveryFilter) => find(filter, { limit: MAX_EVENTS - 1 });
  const resendRest = resendMany({ ...dependencies, find: page });

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
    const { probe } = seen;
    if (probe?.eventId !== undefined) {
      const state = await stateOf(probe);
      if (state === 'pending') return;
      const { at, transactionId } = probe;
      if (!(await merchants.replace(seen, { probe: { at, transactionId } })) || state !== 'delivered') return;
      await resendRest(hourlyFilter(seen.merchantId, clock()), { ...REASON, dryRun: false, refunded: false });
    } else if (clock() >= nextProbeMs(seen)) {
      const oldest = await oldestOf(seen.merchantId);
      if (!oldest) return;
      const { transactionId, eventId, resends } = oldest;
      if (!(await merchants.replace(seen, { probe: { at: clock(), transactionId, eventId } }))) return;
      await resend({ transactionId, eventId, resends, merchantId: seen.merchantId, ...REASON });
    }
  }

  async function stateOf({ transactionId, eventId }: NonNullable<Merchant['probe']>) {
    const record = await deliveries.read(transactionId);
    return record?.settlements.find((each) => each.eventId === eventId)?.delivery.state;
  }

  async function oldestOf(merchantId: string): Promise<FoundDelivery | undefined> {
    for (const delivery of (await page(hourlyFilter(merchantId, clock()))).deliveries)
      if (delivery.isNewest && !(await isWithheld(delivery, isRefunded))) return delivery;
    return undefined;
  }
}

/** What is resent: the undelivered events of the last 24 hours. */
function hourlyFilter(merchantId: string, nowMs: number): DeliveryFilter {
  return { states: ['not_delivered'], merchantId, fromMs: nowMs - DAY_MS, toMs: nowMs };
}

function nextProbeMs({ probe }: Pick<Merchant, 'probe'>): number {
  return probe ? probe.at + PROBE_EVERY_MS : 0;
}

/** When the next probe is due, for the page; undefined where it is off, or nothing waits for one. */
export async function nextProbe(find: FindDeliveries, merchant: Merchant, nowMs: number): Promise<number | undefined> {
  if (merchant.hourlyResend !== 'on') return undefined;
  const { deliveries } = await find(hourlyFilter(merchant.merchantId, nowMs), { limit: 1 });
  return deliveries.length === 0 ? undefined : Math.max(nextProbeMs(merchant), nowMs);
}
