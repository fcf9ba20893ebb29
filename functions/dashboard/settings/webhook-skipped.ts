import { amountOf } from '../../payments/amount.ts';
import type { DeliveryFilter, FindDeliveries } from '../../webhooks/resend/found-delivery.ts';

/** Events that were not sent while webhooks were off or no URL was set, and the sum of their payments in EUR. */
export interface Skipped {
  count: number;
  euros: number;
  /** False if there are more than were scanned: then `count` and `euros` are lower bounds. */
  isComplete: boolean;
}

const PAGE = 100;
const MAX_PAGES = 10;

/** Of a merchant, as of now; the index is eventually consistent. Superseded events are not counted. */
export async function countSkipped(find: FindDeliveries, merchantId: string, nowMs: number): Promise<Skipped> {
  const filter: DeliveryFilter = { merchantId, states: ['skipped'], fromMs: 0, toMs: nowMs + 1 };
  let [count, cents] = [0, 0];
  let cursor: string | null | undefined;
  for (let page = 0; page < MAX_PAGES && cursor !== null; page += 1) {
    const found = await find(filter, { limit: PAGE, cursor });
    const newest = found.deliveries.filter(({ isNewest }) => isNewest);
    count += newest.length;
    cents += newest.reduce((sum, { amountCents }) => sum + amountCents, 0);
    cursor = found.cursor;
  }
  return { count, euros: amountOf(cents), isComplete: cursor === null };
}
