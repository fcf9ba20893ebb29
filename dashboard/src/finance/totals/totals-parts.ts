import type { TotalsReport } from '../../../../functions/dashboard/api.ts';
import { addDays, type Days } from '../../period/days.ts';
import { addEuros } from '../unnotified/unnotified-sums.ts';

/** The API answers for one quarter per call (`functions/finance/totals/period.ts`). */
const MAX_DAYS_OF_CALL = 92;

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

/** The report of two parts, the earlier one first. */
export function addTotals(a: TotalsReport, b: TotalsReport): TotalsReport {
  return {
    by: a.by,
    lines: [...a.lines, ...b.lines],
    refunds: [...a.refunds, ...b.refunds],
    sum: {
      paidCount: a.sum.paidCount + b.sum.paidCount,
      gross: addEuros(a.sum.gross, b.sum.gross),
      refunded: addEuros(a.sum.refunded, b.sum.refunded),
      fee: null,
      net: addEuros(a.sum.net, b.sum.net),
    },
    rebuiltAt:
      [a.rebuiltAt, b.rebuiltAt]
        .filter((at) => at !== null)
        .sort()
        .at(-1) ?? null,
  };
}
