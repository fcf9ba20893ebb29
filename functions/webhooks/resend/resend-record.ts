import * as z from 'zod/mini';
import { delivery } from '../../payments/transaction.ts';
import type { Attribute, Attributes } from '../../runtime/attributes.ts';
import { parseItem } from '../../runtime/parse-item.ts';
import type { EventRecord, EventSettlement } from '../event.ts';

const PREFIX = 'resend#';

/** Who asked for a resend and why: stored for as long as the transaction. */
export interface ResendReason {
  /** A person's name or e-mail address; at most 100 characters. */
  who: string;
  /** At most 200 characters. */
  why: string;
}

/**
 * A resend, stored beside the transaction's main item: the delivery as it was before, and who asked, when and why.
 */
const resendRecord = z.object({
  item: z.string(),
  eventId: z.string(),
  delivery,
  resentAt: z.int(),
  who: z.string(),
  why: z.string(),
});
export type ResendRecord = Omit<z.infer<typeof resendRecord>, 'item'>;

/** The item for a resend of `settlement`, which is as before it. */
export function resendRecordItem(
  { transactionId, merchantId }: EventRecord,
  { eventId, delivery }: EventSettlement,
  resend: ResendReason & { resentAt: number },
) {
  return {
    transactionId,
    item: `${PREFIX}${eventId}#${delivery.resends + 1}`,
    // Not `merchantId`, which would enter it into the indexes of transactions.
    ofMerchant: merchantId,
    eventId,
    delivery,
    ...resend,
  } satisfies Record<string, Attribute>;
}

/** Whether an item of a transaction's partition is a resend, by its sort key. */
export function isResendRecord(sortKey: string): boolean {
  return sortKey.startsWith(PREFIX);
}

/** Parses the item; throws on any other. */
export function resendRecordOf(item: Attributes): ResendRecord {
  const { item: _sortKey, ...record } = parseItem(resendRecord, item);
  return record;
}
