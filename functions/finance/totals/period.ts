import { DAY_MS } from '../../runtime/durations.ts';
import { type LisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';

/** A quarter: the longest period of one report. */
export const MAX_DAYS = 92;

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
  return daysBetween(from.fromMs, to.toMs - 1);
}

/** The names of the days from one time to another, both included; none when the second is earlier. */
export function daysBetween(fromMs: number, lastMs: number): string[] {
  if (lastMs < fromMs) return [];
  const days = new Set<string>();
  // Half a day misses none, also when the clocks change.
  for (let timeMs = fromMs; timeMs < lastMs; timeMs += DAY_MS / 2) days.add(lisbonDayName(timeMs));
  return [...days.add(lisbonDayName(lastMs))];
}
