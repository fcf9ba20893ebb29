/** Keys and indexes of the `transactions` table; `lib/` builds the table from them, the adapters query by them. */
export const TRANSACTIONS_KEY = { partitionKey: 'transactionId', sortKey: 'item' } as const;

/** DynamoDB's own clean-up attribute (seconds since the epoch): only on test events and kept answers, never on a transaction. */
export const TRANSACTIONS_TTL = 'expiresAt';

/** Sort key of a transaction's main item; rare or large things lie beside it under other sort keys. */
export const MAIN_ITEM = 'main';

/** Items are spread over this many partitions of the sharded indexes by the attribute `shard`. */
export const SHARDS = 8;

export const TRANSACTION_INDEXES = {
  byMerchant: { partitionKey: 'merchantId', sortKey: 'createdAt', sortType: 'number' },
  byOrder: { partitionKey: 'merchantId', sortKey: 'externalOrderId', sortType: 'string' },
  /** Sparse: paid transactions by the time of payment. */
  paid: { partitionKey: 'merchantId', sortKey: 'paidAt', sortType: 'number' },
  /** Sparse, sharded: what the sweep must look at. */
  due: { partitionKey: 'shard', partitionType: 'number', sortKey: 'dueAt', sortType: 'number' },
  /** Sparse, sharded: `{merchantId}#{time}` of an event that was not delivered, for finance across merchants. */
  undelivered: { partitionKey: 'shard', partitionType: 'number', sortKey: 'undeliveredKey', sortType: 'string' },
  /** Sparse, sharded: exceptions by `exception-keys.ts`, the open ones by merchant, the closed ones by time. */
  exceptions: { partitionKey: 'shard', partitionType: 'number', sortKey: 'exceptionKey', sortType: 'string' },
} as const;

/** A stable shard of 0…SHARDS−1; the ids are random, so their last character spreads evenly. */
export function shardOf(transactionId: string): number {
  return transactionId.charCodeAt(transactionId.length - 1) % SHARDS;
}
