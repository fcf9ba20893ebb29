import * as z from 'zod/mini';
import { RETURN_KINDS, type RefundNotification } from '../../banking/bank.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import { parseItem } from '../../runtime/parse-item.ts';

/** Of the sort keys of refunds. */
export const REFUND_PREFIX = 'refund#';

/**
 * Money that went back to the customer, as the bank told us: an item beside the transaction's main item, whose status
 * stays `paid` (decision D9). `amountCents` is null where the bank named no readable sum, `returnedAt` where it gave no
 * time; `recordedAt` is ours.
 */
export const refund = z.object({
  transactionId: z.string(),
  /** The bank's id of the return. */
  refundId: z.string(),
  kind: z.enum(RETURN_KINDS),
  /** The bank's own word for the kind. */
  type: z.string(),
  amountCents: z.nullable(z.int()),
  bankAccount: z.string(),
  originalBankId: z.nullable(z.string()),
  noticeId: z.string(),
  returnedAt: z.nullable(z.int()),
  recordedAt: z.int(),
});
export type Refund = z.infer<typeof refund>;

export function newRefund(
  { returnId, kind, type, amountCents, originalBankId, noticeId, returnedAtMs }: RefundNotification,
  { transactionId, bankAccount }: { transactionId: string; bankAccount: string },
  recordedAt: number,
): Refund {
  return {
    transactionId,
    refundId: returnId,
    kind,
    type,
    amountCents,
    bankAccount,
    originalBankId,
    noticeId,
    returnedAt: returnedAtMs,
    recordedAt,
  };
}

/** The sort key of a refund; the bank's id makes a repeat the same item. */
export function refundItem(refundId: string): string {
  return `${REFUND_PREFIX}${refundId}`;
}

export function isRefund(sortKey: string): boolean {
  return sortKey.startsWith(REFUND_PREFIX);
}

export function refundOf(item: Attributes): Refund {
  return parseItem(refund, item);
}
