import * as z from 'zod/mini';
import { ACCOUNT_STATUSES } from '../../merchants/accounts/merchant.ts';

/** An entry of the index `byStatus`. */
export const accountPosition = z.object({
  status: z.enum(ACCOUNT_STATUSES),
  createdAt: z.int().check(z.nonnegative()),
  merchantId: z.string().check(z.minLength(1), z.maxLength(64)),
});
export type AccountPosition = z.infer<typeof accountPosition>;
