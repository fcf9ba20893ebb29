import * as z from 'zod/mini';
import { RETURN_KINDS, type RefundNotification } from '../../banking/bank.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import { parseItem } from '../../runtime/parse-item.ts';
import type { RefundSums } from '../transaction.ts';

/** Prefix of the sort keys of refunds. */
export const REFUND_PREFIX = 'refund#';

/**
 * Money returned to the customer, as the bank reported it: an item beside the transaction's main item, which stays
 * `paid` (decision D9). `amountCents` is null where the bank gave no readable amount, `returnedAt` where it gave no
 * time; `recordedAt` is our time.
 */
export const refund = z.object({
  transactionId: z.string(),
  /** The bank's id of the return. */
  refundId: z.string(),
  kind: z.enum(RETURN_KINDS),
  /** The bank's name of the kind. */
  type: z.string(),
  amountCents: z.nullable(z.int()),
  /** Cents of it that return money beyond the payment, where there are any: the stored result of `ledgerOf`. */
  excessCents: z.optional(z.int()),
  /** Former values of `excessCents`, which the totals have counted, the earliest first, each with when it changed. */
  excessBefore: z.optional(z.array(z.object({ cents: z.int(), until: z.int() }))),
  bankAccount: z.string(),
  originalBankId: z.nullable(z.string()),
  noticeId: z.string(),
  returnedAt: z.nullable(z.int()),
  recordedAt: z.int(),
});
export type Refund = z.infer<typeof refund>;

/** The record of a reported refund. */
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

/** The sort key of a refund; by the bank's id a repeat is the same item. */
export function refundItem(refundId: string): string {
  return `${REFUND_PREFIX}${refundId}`;
}

/** When a refund was made: the bank's time, or ours where it gave none. */
export function refundedAtMs({ returnedAt, recordedAt }: Pick<Refund, 'returnedAt' | 'recordedAt'>): number {
  return returnedAt ?? recordedAt;
}

/** Orders refunds by the time at which they were made, then by the bank's id. */
export function byTimeMade(one: Refund, other: Refund): number {
  return refundedAtMs(one) - refundedAtMs(other) || (one.refundId < other.refundId ? -1 : 1);
}

/** The partition of a merchant's refunds in the index `paid`, beside that of its payments. */
export function refundsPartition(merchantId: string): string {
  return `refunds#${merchantId}`;
}

/** The attributes of a refund's item that put it into the index `paid`, by the time at which it was made. */
export function refundIndexKeys(refund: Refund, merchantId: string): { merchantId: string; paidAt: number } {
  return { merchantId: refundsPartition(merchantId), paidAt: refundedAtMs(refund) };
}

/** Whether a sort key is that of a refund. */
export function isRefund(sortKey: string): boolean {
  return sortKey.startsWith(REFUND_PREFIX);
}

/** Cents of the payment that a refund returns: not those of its excess. An unknown amount counts as 0. */
export function refundedCents({ amountCents, excessCents = 0 }: Refund): number {
  return (amountCents ?? 0) - excessCents;
}

/** The number and the sums of a transaction's refunds. */
export function sumOfRefunds(refunds: readonly Refund[]): RefundSums {
  const withoutSum = refunds.filter(({ amountCents }) => amountCents === null).length;
  const excessCents = refunds.reduce((sum, refund) => sum + (refund.excessCents ?? 0), 0);
  return {
    count: refunds.length,
    cents: refunds.reduce((sum, refund) => sum + refundedCents(refund), 0),
    ...(withoutSum > 0 && { withoutSum }),
    ...(excessCents > 0 && { excessCents }),
  };
}

/** Reads a refund from its item. Throws `UnreadableItem`. */
export function refundOf(item: Attributes): Refund {
  return parseItem(refund, item);
}
