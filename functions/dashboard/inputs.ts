import * as z from 'zod/mini';
import { Refusal } from '../http/refusal.ts';
import { holdsSecret } from '../merchants/history/change.ts';
import { type LisbonDay, lisbonDay } from '../runtime/lisbon-day.ts';
import { MAX_REASON_CHARACTERS } from '../runtime/text-limits.ts';

/** Rows of a page where the call names no number. */
export const ORDINARY_PAGE = 50;

export const limitInput = (maximum: number, ordinary = ORDINARY_PAGE) =>
  z._default(z.int().check(z.positive(), z.maximum(maximum, `limit must be at most ${maximum}`)), ordinary);

// Longer than a position in each of eight shards.
export const cursorInput = z.optional(z.string().check(z.maxLength(8_000)));

/** Longer than any id of a merchant or a bank account, and shorter than the longest key. */
export const idInput = z.string().check(z.minLength(1), z.maxLength(64));
export const longIdInput = z.string().check(z.minLength(1), z.maxLength(100));

/** Whose; staff name a merchant, a merchant may leave it out. */
export const merchantInput = z.object({ merchantId: z.optional(idInput) });
export type MerchantInput = z.infer<typeof merchantInput>;

/** A reason a person gives: recorded in the history, 1 to 200 characters. */
export const whyInput = z.string('why must be a text: the reason, which is stored').check(
  z.trim(),
  z.minLength(1, 'why is required: the reason, which is stored'),
  z.maxLength(MAX_REASON_CHARACTERS, `why is too long: at most ${MAX_REASON_CHARACTERS} characters`),
  z.refine((text) => !holdsSecret(text), 'why must not hold a key or a secret: it is stored and shown'),
);

// Other years as text would not be in the order of time in the indexes.
const YEARS = /^2\d{3}-/;

/** A day as Lisbon counts it. */
export const lisbonDayInput = z.pipe(
  z.string().register(z.globalRegistry, { description: '2026-11-20' }),
  z.transform((text, context): LisbonDay => {
    const day = lisbonDay(text);
    if (day && YEARS.test(text)) return day;
    context.issues.push({ code: 'custom', message: 'must be a day such as 2026-11-20', input: undefined });
    return z.NEVER;
  }),
);

/** One merchant or all; days (both included) of the event or of the opening, where not all of time is meant. */
export const financeInput = z.extend(merchantInput, {
  from: z.optional(lisbonDayInput),
  to: z.optional(lisbonDayInput),
  cursor: cursorInput,
});

const EARLIEST_MS = 0;
// The year 9999: later than any event, and still a time that can be written.
const LATEST_MS = 253_370_764_800_000;

/** From the beginning of one day to the end of another. */
export function periodOf({ from, to }: { from?: LisbonDay | undefined; to?: LisbonDay | undefined }) {
  const period = { fromMs: from?.fromMs ?? EARLIEST_MS, toMs: to?.toMs ?? LATEST_MS };
  if (period.toMs <= period.fromMs) throw new Refusal('invalid', 'to must not be before from');
  return period;
}
