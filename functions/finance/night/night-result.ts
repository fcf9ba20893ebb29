import * as z from 'zod/mini';

/**
 * - `begun`: the next run continues.
 * - `no-list`: the provider has none.
 * - `not-asked`: the list could not be read, or not all of it.
 * - `failed`: the list of a start could not be read or applied.
 */
export const NIGHT_STATES = ['begun', 'compared', 'no-list', 'not-asked', 'failed'] as const;

/** What the comparison of a day with the bank's list found. Times are in milliseconds since the epoch. */
export const nightResult = z.object({
  at: z.int(),
  state: z.enum(NIGHT_STATES),
  /** Payments that the list has of the day. */
  entries: z.int(),
  /** The day's money received, by our records and by the list. */
  oursCents: z.int(),
  listedCents: z.nullable(z.int()),
  /** Movements that were missing and are recorded now. */
  recorded: z.int(),
  /** Movements that remain: our records that the list lacks, or entries whose amount cannot be read. */
  remaining: z.int(),
  remains: z.array(z.object({ transactionId: z.string(), of: z.enum(['ours', 'listed']), count: z.int() })),
  /** Payments whose lists could not be read or applied. */
  failed: z.int(),
  /** Where the next run continues: a time of the day, or of the orders the last payment that was checked. */
  after: z.optional(z.string()),
});
export type NightResult = z.infer<typeof nightResult>;

/** That of a comparison that begins, or has found nothing. */
export function newResult(at: number): NightResult {
  const nothing = { entries: 0, oursCents: 0, listedCents: null, recorded: 0, remaining: 0, failed: 0 };
  return { at, state: 'compared', ...nothing, remains: [] };
}

/** The comparison of one bank account's Lisbon day, as it is stored. */
export interface Night {
  day: string;
  bankAccount: string;
  result: NightResult | undefined;
  /** When a person asked to compare the day again. */
  againAt?: number;
}
