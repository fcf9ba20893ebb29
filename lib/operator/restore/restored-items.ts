import type { Merchant } from '../../../functions/merchants/accounts/merchant.ts';
import { apiKeyItemId } from '../../../functions/merchants/tables.ts';
import { isRefund } from '../../../functions/payments/money/refund.ts';
import { MAIN_ITEM, TRANSACTIONS_TTL } from '../../../functions/payments/tables.ts';
import type { Attributes } from '../../../functions/runtime/attributes.ts';
import { TEST_ID_PREFIX } from '../../../functions/webhooks/event-kind.ts';

/** The tables whose restored items are imported. Totals are computed again; the others may be lost. */
export const IMPORTED_TABLES = ['transactions', 'merchants'] as const;
export type ImportedTable = (typeof IMPORTED_TABLES)[number];

/** Items are imported in two passes over the restored table: what others depend on comes first. */
export const PASSES = ['first', 'second'] as const;
export type Pass = (typeof PASSES)[number];

/** The pass in which an item is imported; undefined for one that is left out. */
export function passOf(table: ImportedTable, item: Attributes, nowMs: number): Pass | undefined {
  if (table === 'merchants') return item.id?.S?.startsWith(apiKeyItemId('')) ? 'second' : 'first';
  // The stream passes the insert of a test event to the relay, which would send it again. It ends after 7 days.
  if (item.transactionId?.S?.startsWith(TEST_ID_PREFIX)) return undefined;
  const expiresAtS = Number(item[TRANSACTIONS_TTL]?.N ?? Number.POSITIVE_INFINITY);
  if (expiresAtS * 1_000 <= nowMs) return undefined;
  // The books read the transaction of a refund when its insert reaches them.
  return isRefund(item.item?.S ?? '') ? 'second' : 'first';
}

/**
 * Whether an API key's item belongs to its merchant: one that ended after the restore point, such as a leaked key, must
 * not be valid again (decision 0053).
 */
export function isKeyOf(item: Attributes, merchant: Merchant | undefined): boolean {
  const hashes = [merchant?.apiKeyHash, merchant?.previousApiKeyHash].filter((hash) => hash !== undefined);
  return hashes.some((hash) => apiKeyItemId(hash) === item.id?.S);
}

/** What the sweep does about an imported item; undefined where nothing is left to do. */
export function openWorkOf({ item, status, dueAt, liveAttempt }: Attributes): 'payment' | 'delivery' | undefined {
  if (item?.S !== MAIN_ITEM || dueAt === undefined) return undefined;
  if (status?.S !== 'pending') return 'delivery';
  return liveAttempt === undefined ? undefined : 'payment';
}

/** The event of a settled transaction that `GET /events` lists: its newest (decision 0049). */
export function newestEventOf({ item, merchantId, settlements }: Attributes) {
  const settledAt = settlements?.L?.at(-1)?.M?.settledAt?.N;
  if (item?.S !== MAIN_ITEM || merchantId?.S === undefined || settledAt === undefined) return undefined;
  return { merchantId: merchantId.S, settledAt: Number(settledAt) };
}
