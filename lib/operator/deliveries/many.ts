import type {
  DeliveryFilter,
  FindDeliveries,
  FoundDelivery,
  FoundPage,
} from '../../../functions/webhooks/resend/found-delivery.ts';

const PAGE = 100;

/** Reads pages until `limit` deliveries are found, the list ends, or `maxScanned` entries are scanned. */
export async function collect(
  find: FindDeliveries,
  filter: DeliveryFilter,
  bounds: { limit: number; maxScanned: number; cursor?: string | undefined },
): Promise<FoundPage> {
  const deliveries: FoundDelivery[] = [];
  let { cursor } = bounds;
  let scanned = 0;
  for (;;) {
    const page = await find(filter, { limit: Math.min(PAGE, bounds.limit - deliveries.length), cursor });
    deliveries.push(...page.deliveries);
    scanned += page.scanned;
    const isEnough = deliveries.length >= bounds.limit || scanned >= bounds.maxScanned;
    if (page.cursor === null || isEnough) return { ...page, deliveries, scanned };
    cursor = page.cursor;
  }
}
