import { amountOf } from '../../payments/amount.ts';
import type { DeliveryFilter, FindDeliveries } from '../../webhooks/resend/found-delivery.ts';
import { scanFrom } from '../scanned.ts';

/** Events that were not sent while webhooks were off or no URL was set, and the sum of their payments in EUR. */
export interface Skipped {
  count: number;
  euros: number;
  /** False if there are more than were scanned: then `count` and `euros` are lower bounds. */
  isComplete: boolean;
}

const PAGE = 100;
const MAX_SCANNED = 1_000;

/** Of a merchant, as of now; the index is eventually consistent. Superseded events are not counted. */
export async function countSkipped(find: FindDeliveries, merchantId: string, nowMs: number): Promise<Skipped> {
  const filter: DeliveryFilter = { merchantId, states: ['skipped'], fromMs: 0, toMs: nowMs + 1 };
  const { rows, cursor } = await scanFrom(
    undefined,
    async (from) => {
      const { deliveries, scannedThroughMs: until, ...part } = await find(filter, { limit: PAGE, cursor: from });
      return { ...part, rows: deliveries.filter(({ isNewest }) => isNewest), until };
    },
    ({ scanned }) => scanned >= MAX_SCANNED,
  );
  const cents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { count: rows.length, euros: amountOf(cents), isComplete: cursor === null };
}
