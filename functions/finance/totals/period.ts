import { type LisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';

/** A quarter: the longest period of one report. */
export const MAX_DAYS = 92;
const DAY_MS = 24 * 3_600_000;

/** Lisbon days, both included. */
export interface Period {
  from: LisbonDay;
  to: LisbonDay;
}

/** What is wrong with a period, as an error text, or undefined. */
export function periodProblem({ from, to }: Period): string | undefined {
  if (to.fromMs < from.fromMs) return 'must not be before from';
  // The difference is in full days except for the hour by which the clocks change.
  const days = Math.round((to.toMs - from.fromMs) / DAY_MS);
  if (days > MAX_DAYS) return `must be at most ${MAX_DAYS} days after from, counting both`;
  return undefined;
}

/** The names of the days of a period, in order. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  // Noon stays on its own day when the clocks change.
  for (let noonMs = from.fromMs + DAY_MS / 2; noonMs < to.toMs; noonMs += DAY_MS) days.push(lisbonDayName(noonMs));
  return days;
}
