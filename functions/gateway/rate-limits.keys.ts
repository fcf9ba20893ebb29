/** Key of the `rate-limits` table, and DynamoDB's own clean-up attribute (seconds since the epoch). */
export const RATE_LIMITS_KEY = { partitionKey: 'address' } as const;
export const RATE_LIMITS_TTL = 'expiresAt';
