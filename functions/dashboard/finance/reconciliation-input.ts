import * as z from 'zod/mini';
import { lisbonDayInput } from '../transactions/transactions-input.ts';

/** For more, name a merchant or use the command, which has no time limit. */
export const PAYMENTS_AT_MOST = 1_000;

const FILE_AT_MOST_BYTES = 1_048_576;

/** In JSON a file grows by its quotes and line ends. */
export const BODY_AT_MOST_BYTES = 2 * FILE_AT_MOST_BYTES;

export const reconciliationInput = z.object({
  day: lisbonDayInput,
  merchantId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** One bank account; needed with a file where the stage has several. */
  account: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** Only these of its transactions, such as those that the bank gave no clear answer about. */
  transactionIds: z.optional(
    z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.minLength(1), z.maxLength(PAYMENTS_AT_MOST)),
  ),
  /** The text of a bank's export (docs/reconciliation.md). */
  bankFile: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => Buffer.byteLength(text) <= FILE_AT_MOST_BYTES,
          `bankFile is too large: at most ${FILE_AT_MOST_BYTES / 1_048_576} MB`,
        ),
      ),
  ),
});
export type ReconciliationInput = z.infer<typeof reconciliationInput>;
