import { DAY_MS } from '../../runtime/durations.ts';
import { type LisbonDay, lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';

/** The longest period of one answer. */
export const MAX_DAYS = 31;

/** Lisbon days, both included. */
export interface Period {
  from: LisbonDay;
  to: LisbonDay;
}

/** What is wrong with a period, as an error text, or undefined. */
export function periodProblem({ from, to }: Period, maxDays: number = MAX_DAYS): string | undefined {
  if (to.fromMs < from.fromMs) return 'must not be before from';
  // The difference is in full days except for the hour by which the clocks change.
  const days = Math.round((to.toMs - from.fromMs) / DAY_MS);
  if (days > maxDays) return `must be at most ${maxDays} days after from, counting both`;
  return undefined;
}

/** The days of a period, in order. */
export function daysOf({ from, to }: Period): LisbonDay[] {
  const names = new Set<string>();
  // Half a day misses none, also when the clocks change.
  for (let timeMs = from.fromMs; timeMs < to.toMs; timeMs += DAY_MS / 2) names.add(lisbonDayName(timeMs));
  return [...names].flatMap((name) => lisbonDay(name) ?? []);
}
