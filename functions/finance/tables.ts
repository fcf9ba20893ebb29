/** Keys of the `totals` table; `lib/` builds the table from them, the adapters read and write by them. */
export const TOTALS_KEY = { partitionKey: 'day', sortKey: 'item' } as const;

/** DynamoDB's own clean-up attribute (seconds since the epoch): on the markers of events, never on a counter. */
export const TOTALS_TTL = 'expiresAt';

/** The partition of the nightly audit's state and results, beside the days of the counters. */
export const AUDIT_PARTITION = 'audit';
