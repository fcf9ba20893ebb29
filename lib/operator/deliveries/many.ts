import type {
  DeliveryFilter,
  FindDeliveries,
  FoundDelivery,
  FoundPage,
} from '../../../functions/webhooks/resend/found-delivery.ts';

const PAGE = 100;

/** Reads page after page until `limit` deliveries are found, the list ends, or `maximumLooked` entries have been looked at. */
export async function collect(
  find: FindDeliveries,
  filter: DeliveryFilter,
  bounds: { limit: number; maximumLooked: number; cursor?: string | undefined },
): Promise<FoundPage> {
  const deliveries: FoundDelivery[] = [];
  let { cursor } = bounds;
  let looked = 0;
  for (;;) {
    const page = await find(filter, { limit: Math.min(PAGE, bounds.limit - deliveries.length), cursor });
    deliveries.push(...page.deliveries);
    looked += page.looked;
    const isEnough = deliveries.length >= bounds.limit || looked >= bounds.maximumLooked;
    if (page.cursor === null || isEnough) return { ...page, deliveries, looked };
    cursor = page.cursor;
  }
}
