import * as z from 'zod/mini';
import { RETURN_KINDS } from '../../banking/bank.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import { parseItem } from '../../runtime/parse-item.ts';

/** Prefix of the sort keys of refunds. */
export const REFUND_PREFIX = 'refund#';

/**
 * Money returned to the customer, as the bank reported it: an item beside the transaction's main item, which stays
 * `paid` (decision D9), or under `foreign_…` where the payment is not known. `returnedCents` is null where the bank gave no readable amount, `returnedAt` where it gave no
 * time; `recordedAt` is our time.
 */
export const refund = z.object({
  transactionId: z.string(),
  /** The bank's id of the return. */
  refundId: z.string(),
  kind: z.enum(RETURN_KINDS),
  /** The bank's name of the kind. */
  type: z.string(),
  returnedCents: z.nullable(z.int()),
  bankAccount: z.string(),
  originalBankId: z.nullable(z.string()),
  noticeId: z.string(),
  returnedAt: z.nullable(z.int()),
  recordedAt: z.int(),
  /** The bank has not reported what was paid, so the notification was not acknowledged. */
  isUnanswered: z.optional(z.literal(true)),
});
export type Refund = z.infer<typeof refund>;

/** The sort key of a refund; by the bank's id a repeat is the same item. */
export function refundItem(refundId: string): string {
  return `${REFUND_PREFIX}${refundId}`;
}

/** When a refund was made: the bank's time, or ours where it gave none. */
export function refundedAtMs({ returnedAt, recordedAt }: Pick<Refund, 'returnedAt' | 'recordedAt'>): number {
  return returnedAt ?? recordedAt;
}

/** Of the question about a refund that returns more than was received; money that is reported later answers it. */
export const BEYOND = 'beyond';

/** Whether an exception is that question. */
export function isBeyond({ kind, exceptionId }: { kind: string; exceptionId: string }): boolean {
  return kind === 'unknown-refund' && exceptionId.endsWith(`#${BEYOND}`);
}

/** Whether a sort key is that of a refund. */
export function isRefund(sortKey: string): boolean {
  return sortKey.startsWith(REFUND_PREFIX);
}

/** Reads a refund from its item. Throws `UnreadableItem`. */
export function refundOf(item: Attributes): Refund {
  return parseItem(refund, item);
}
