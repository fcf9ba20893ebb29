import * as z from 'zod/mini';
import { BASES } from '../../finance/totals/contribution.ts';
import { periodProblem } from '../../finance/totals/period.ts';
import { type TotalsReportOptions, totalsReport } from '../../finance/totals/totals-report.ts';
import type { TotalsReport } from '../api.ts';
import { type DashboardCaller, scopeOf } from '../caller.ts';
import { idInput, lisbonDayInput } from '../transactions/transactions-input.ts';

/** Lisbon days, both included; one merchant, or for staff all of them. */
export const totalsInput = z
  .object({
    from: lisbonDayInput,
    to: lisbonDayInput,
    merchantId: z.optional(idInput),
    by: z.enum(BASES, 'must be paid or recorded'),
  })
  .check((context) => {
    const problem = periodProblem(context.value);
    if (problem) context.issues.push({ code: 'custom', message: problem, path: ['to'], input: undefined });
  });
export type TotalsInput = z.infer<typeof totalsInput>;

/** `POST /finance/totals`: a merchant's own totals, or for staff those of one merchant or of all. */
export function totals(options: TotalsReportOptions) {
  const report = totalsReport(options);
  return async (input: TotalsInput, caller: DashboardCaller): Promise<TotalsReport> =>
    report({ ...input, ...scopeOf(caller, input.merchantId) });
}
