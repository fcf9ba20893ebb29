import * as z from 'zod/mini';
import { holdsSecret } from '../../merchants/history/change.ts';
import { MAX_REASON_CHARACTERS } from '../../runtime/text-limits.ts';

const PAGE = 50;
const MAX_PAGE = 100;

/** A reason a person gives: recorded in the audit, 1 to 200 characters. */
export const whyInput = z.string('why must be a text: the reason, which is stored').check(
  z.trim(),
  z.minLength(1, 'why is required: the reason, which is stored'),
  z.maxLength(MAX_REASON_CHARACTERS, `why is too long: at most ${MAX_REASON_CHARACTERS} characters`),
  z.refine((text) => !holdsSecret(text), 'why must not hold a key or a secret: it is stored and shown'),
);

// Longer than any of our ids, and shorter than the longest key.
export const merchantIdInput = z.string().check(z.maxLength(64));

/** Whose; staff name a merchant, a merchant may leave it out. */
export const merchantInput = z.object({ merchantId: z.optional(merchantIdInput) });
export type MerchantInput = z.infer<typeof merchantInput>;

export const auditInput = z.object({
  merchantId: z.optional(merchantIdInput),
  /** Of the page before: the number of its last entry. */
  cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'cursor must be that of a page'))),
  limit: z._default(z.int().check(z.positive(), z.maximum(MAX_PAGE, `limit must be at most ${MAX_PAGE}`)), PAGE),
});
export type AuditInput = z.infer<typeof auditInput>;
