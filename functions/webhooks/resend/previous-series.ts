import * as z from 'zod/mini';
import { delivery } from '../../payments/transaction.ts';
import type { Attribute, Attributes } from '../../runtime/attributes.ts';
import { parseItem } from '../../runtime/parse-item.ts';
import type { EventRecord, EventSettlement } from '../event.ts';

const PREFIX = 'series#';

/** Who asked for a resend and why: stored for as long as the transaction. */
export interface ResendReason {
  /** A person's name or e-mail address; at most 100 characters. */
  who: string;
  /** At most 200 characters. */
  why: string;
}

/**
 * A series of attempts that a resend has ended, stored beside the transaction's main item: the delivery as it was, and
 * who began the next series, when and why.
 */
const previousSeries = z.object({
  item: z.string(),
  eventId: z.string(),
  delivery,
  resentAt: z.int(),
  who: z.string(),
  why: z.string(),
});
export type PreviousSeries = Omit<z.infer<typeof previousSeries>, 'item'>;

/** The item for the series that `settlement` is in, as it is before the resend. */
export function previousSeriesItem(
  { transactionId, merchantId }: EventRecord,
  { eventId, delivery }: EventSettlement,
  resend: ResendReason & { resentAt: number },
) {
  return {
    transactionId,
    item: `${PREFIX}${eventId}#${delivery.series}`,
    // Not `merchantId`, which would enter it into the indexes of transactions.
    ofMerchant: merchantId,
    eventId,
    delivery,
    ...resend,
  } satisfies Record<string, Attribute>;
}

/** Whether an item of a transaction's partition is a previous series, by its sort key. */
export function isPreviousSeries(sortKey: string): boolean {
  return sortKey.startsWith(PREFIX);
}

/** Parses the item; throws on any other. */
export function previousSeriesOf(item: Attributes): PreviousSeries {
  const { item: _sortKey, ...series } = parseItem(previousSeries, item);
  return series;
}
