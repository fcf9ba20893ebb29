import * as z from 'zod/mini';
import { lisbonDayInput } from '../../dashboard/transactions/transactions-input.ts';
import { type LisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import { BASES } from './contribution.ts';

/** A quarter; what is longer is asked for in parts. */
export const MOST_DAYS = 92;
const DAY_MS = 24 * 3_600_000;

/** Days of Lisbon, both included; one merchant, or for staff all of them. */
export const totalsInput = z
  .object({
    from: lisbonDayInput,
    to: lisbonDayInput,
    merchantId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    by: z.enum(BASES, 'must be paid or recorded'),
  })
  .check((context) => {
    const problem = problemOf(context.value);
    if (problem) context.issues.push({ code: 'custom', message: problem, path: ['to'], input: undefined });
  });
export type TotalsInput = z.infer<typeof totalsInput>;

/** What is wrong with a period, or undefined. */
export function problemOf({ from, to }: { from: LisbonDay; to: LisbonDay }): string | undefined {
  if (to.fromMs < from.fromMs) return 'must not be before from';
  // Whole days but for the hour that the clocks change.
  const days = Math.round((to.toMs - from.fromMs) / DAY_MS);
  if (days > MOST_DAYS) return `must be at most ${MOST_DAYS} days after from, counting both`;
  return undefined;
}

/** The names of the days from the one to the other. */
export function daysOf({ from, to }: { from: LisbonDay; to: LisbonDay }): string[] {
  const days: string[] = [];
  // Noon is on its own day whether the clocks change or not.
  for (let noonMs = from.fromMs + DAY_MS / 2; noonMs < to.toMs; noonMs += DAY_MS) days.push(lisbonDayName(noonMs));
  return days;
}
