import { MAX_DAYS as MAX_DAYS_OF_CALL } from '../../../../functions/finance/totals/period.ts';
import { addDays, type Days } from '../../period/days.ts';

/** The most that the page shows. */
export const MAX_DAYS = 366;

/** The parts in which a long period is asked for, in order. */
export function partsOf({ from, to }: Days): Days[] {
  const parts: Days[] = [];
  for (let start = from; start <= to; start = addDays(start, MAX_DAYS_OF_CALL)) {
    const end = addDays(start, MAX_DAYS_OF_CALL - 1);
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}
