/** Key and index of the `merchants` table. */
export const MERCHANTS_KEY = { partitionKey: 'id' } as const;

/** Accounts by status and time of creation; key items and the smoke test's account lack `createdAt` and so stay out. */
export const MERCHANT_INDEXES = {
  byStatus: { partitionKey: 'accountStatus', sortKey: 'createdAt', sortType: 'number' },
  hourlyResend: { partitionKey: 'hourlyResend', sortKey: 'createdAt', sortType: 'number' },
} as const;

/**
 * The account of the smoke test (`lib/operator/smoke`). Account and transactions are stored without an attribute of each
 * index across merchants, `createdAt` and `shard`, so that no list, sum or count of staff contains them.
 */
export const SMOKE_MERCHANT_ID = 'mer_smoke';

export function merchantItemId(merchantId: string): string {
  return `merchant#${merchantId}`;
}

export function apiKeyItemId(apiKeyHash: string): string {
  return `key#${apiKeyHash}`;
}

/** The entries of a merchant's history, numbered from 1 (`history/change.ts`). */
export function historyItemId(merchantId: string, number: number): string {
  return `history#${merchantId}#${number}`;
}
