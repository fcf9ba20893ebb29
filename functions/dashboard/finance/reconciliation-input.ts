import * as z from 'zod/mini';
import { idInput, lisbonDayInput } from '../transactions/transactions-input.ts';

/** For more, name a merchant or use the command, which has no time limit. */
export const MAX_PAYMENTS = 1_000;

const MAX_FILE_BYTES = 1_048_576;

/** In JSON a file grows by its quotes and line ends. */
export const MAX_UPLOAD_BYTES = 2 * MAX_FILE_BYTES;

export const reconciliationInput = z.object({
  day: lisbonDayInput,
  merchantId: z.optional(idInput),
  /** One bank account; needed with a file where the stage has several. */
  account: z.optional(idInput),
  /** Only these of its transactions, such as those that the bank gave no clear answer about. */
  transactionIds: z.optional(z.array(idInput).check(z.minLength(1), z.maxLength(MAX_PAYMENTS))),
  /** The text of a bank's export (docs/reconciliation.md). */
  bankFile: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => Buffer.byteLength(text) <= MAX_FILE_BYTES,
          `bankFile is too large: at most ${MAX_FILE_BYTES / 1_048_576} MB`,
        ),
      ),
  ),
});
export type ReconciliationInput = z.infer<typeof reconciliationInput>;
