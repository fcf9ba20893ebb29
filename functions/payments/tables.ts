/** Key of the `transactions` table; `lib/` builds the table from these constants, the adapters query by them. */
export const TRANSACTIONS_KEY = { partitionKey: 'transactionId', sortKey: 'item' } as const;

/** The attribute by which DynamoDB deletes an item (seconds since the epoch): never on a transaction. */
export const TRANSACTIONS_TTL = 'expiresAt';

/** Sort key of a transaction's main item; rare or large records have their own items beside it. */
export const MAIN_ITEM = 'main';

/** Number of partitions of the index `due`; the attribute `shard` selects one. */
export const SHARDS = 8;

/** Indexes of the `transactions` table. */
export const TRANSACTION_INDEXES = {
  byMerchant: { partitionKey: 'merchantId', sortKey: 'createdAt', sortType: 'number' },
  byOrder: { partitionKey: 'merchantId', sortKey: 'externalOrderId', sortType: 'string' },
  /** Sparse: every movement of money by its own time: payments, other money received, refunds (`money/movement.ts`). */
  paid: {
    partitionKey: 'merchantId',
    sortKey: 'paidAt',
    sortType: 'number',
    projected: [
      'kind',
      'receivedCents',
      'returnedCents',
      'paymentMethod',
      'bankAccount',
      'settledAt',
      'openedAt',
      'recordedAt',
      'paidAtIsOurs',
      'bankTime',
      'returnedAt',
    ],
  },
  /** Sparse: settled transactions by the time of their newest event. */
  settled: {
    partitionKey: 'merchantId',
    sortKey: 'settledAt',
    sortType: 'number',
    projected: ['amountCents', 'status', 'paymentMethod', 'bankAccount'],
  },
  /** Sparse, sharded: transactions that the sweep must check, by time. */
  due: { partitionKey: 'shard', partitionType: 'number', sortKey: 'dueAt', sortType: 'number' },
  /** Sparse: undelivered events by state and time (`webhooks/undelivered.ts`), and those of a merchant. */
  undelivered: {
    partitionKey: 'undelivered',
    sortKey: 'undeliveredKey',
    sortType: 'string',
    projected: ['merchantId', 'amountCents', 'status'],
  },
  undeliveredByMerchant: {
    partitionKey: 'merchantId',
    sortKey: 'undeliveredKey',
    sortType: 'string',
    projected: ['amountCents', 'status'],
  },
  /** Sparse: exceptions by state and time (`exceptions/exception-keys.ts`), and those of a merchant. */
  exceptions: {
    partitionKey: 'state',
    sortKey: 'exceptionKey',
    sortType: 'string',
    projected: ['kind', 'merchantId'],
  },
  exceptionsByMerchant: {
    partitionKey: 'merchantId',
    sortKey: 'exceptionKey',
    sortType: 'string',
    projected: ['kind'],
  },
} as const;

/** The shard of a transaction, 0 to SHARDS − 1; ids are random or a hash, so their last character is evenly distributed. */
export function shardOf(transactionId: string): number {
  return transactionId.charCodeAt(transactionId.length - 1) % SHARDS;
}
