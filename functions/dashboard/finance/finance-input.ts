import * as z from 'zod/mini';
import { Refusal } from '../../http/refusal.ts';
import { idInput, lisbonDayInput } from '../transactions/transactions-input.ts';

const EARLIEST_MS = 0;
// The year 9999: later than any event, and still a time that can be written.
const LATEST_MS = 253_370_764_800_000;

/** One merchant or all; days (both included) of the event or of the opening, where not all of time is meant. */
export const financeInput = z.object({
  merchantId: z.optional(idInput),
  from: z.optional(lisbonDayInput),
  to: z.optional(lisbonDayInput),
  // A position in each of eight shards.
  cursor: z.optional(z.string().check(z.maxLength(8_000))),
});
export type FinanceInput = z.infer<typeof financeInput>;

export function periodOf({ from, to }: Pick<FinanceInput, 'from' | 'to'>): { fromMs: number; toMs: number } {
  const period = { fromMs: from?.fromMs ?? EARLIEST_MS, toMs: to?.toMs ?? LATEST_MS };
  if (period.toMs <= period.fromMs) throw new Refusal('invalid', 'to must not be before from');
  return period;
}
