import * as z from 'zod/mini';
import { fromCursor, toCursor } from '../../dynamo/cursor.ts';
import { periodProblem } from '../../finance/totals/period.ts';
import { type ReadTotals, type Sum, TOTALS_OF, type Totals, together } from '../../finance/totals/totals.ts';
import { NO_MERCHANT } from '../../payments/exceptions/exception.ts';
import { type DashboardCaller, scopeOf } from '../caller.ts';
import type { MerchantsScanned } from '../entries-page.ts';
import { cursorInput, idInput, lisbonDayInput } from '../inputs.ts';

/** Lisbon days, both included; one merchant, or for staff all of them. */
export const totalsInput = z
  .object({
    of: z.enum(TOTALS_OF, 'must be movements or statuses'),
    from: lisbonDayInput,
    to: lisbonDayInput,
    /** The last day of the period of which these days are a part; by default `to`. */
    end: z.optional(lisbonDayInput),
    merchantId: z.optional(idInput),
    cursor: cursorInput,
  })
  .check((context) => {
    const problem = periodProblem(context.value);
    if (problem) context.issues.push({ code: 'custom', message: problem, path: ['to'], input: undefined });
  });
type TotalsInput = z.infer<typeof totalsInput>;

/**
 * The totals of some of the merchants. Only the sum of all parts (`together`) is one to show: it is complete when
 * `cursor` is null.
 */
export interface TotalsPart extends Totals {
  cursor: string | null;
  /** How many of how many merchants these and the parts before are of; null for one merchant. */
  merchants: MerchantsScanned;
}

export interface TotalsDependencies {
  readTotals: ReadTotals;
  merchantIds(): Promise<string[]>;
  /** After so many entries a part ends. */
  maxEntries?: number;
}

// A large merchant's month, and a second or two of small ones.
const MAX_ENTRIES = 50_000;
const MAX_MERCHANTS = 250;
const MERCHANTS_AT_ONCE = 8;

/** The last merchant of the part before. */
const position = z.strictObject({ after: z.string() });

/**
 * `POST /me/totals`: a merchant's own totals, or for staff those of one merchant, or of all with the money of none
 * (`NO_MERCHANT`), part by part in the order of their ids.
 */
export function totals({ readTotals, merchantIds, maxEntries = MAX_ENTRIES }: TotalsDependencies) {
  return async ({ merchantId, cursor, ...days }: TotalsInput, caller: DashboardCaller): Promise<TotalsPart> => {
    const wanted = { ...days, end: days.end ?? days.to };
    const scope = scopeOf(caller, merchantId);
    if (scope.merchantId !== null)
      return { ...(await readTotals(scope.merchantId, wanted)), cursor: null, merchants: null };
    const all = [NO_MERCHANT, ...(await merchantIds())].sort();
    const { after = '' } = fromCursor(position, cursor) ?? {};
    const left = all.filter((id) => id > after);
    const parts: Totals[] = [];
    let entries = 0;
    while (parts.length < Math.min(left.length, MAX_MERCHANTS) && entries < maxEntries) {
      const ids = left.slice(parts.length, parts.length + MERCHANTS_AT_ONCE);
      const read = await Promise.all(ids.map((id) => readTotals(id, wanted)));
      parts.push(...read);
      entries += countOf(read.flatMap(({ movements, statuses }) => [...movements, ...statuses]));
    }
    const next = parts.length < left.length ? left[parts.length - 1] : undefined;
    return {
      ...together(parts),
      cursor: next === undefined ? null : toCursor({ after: next }),
      merchants: { scanned: all.length - left.length + parts.length, of: all.length },
    };
  };
}

function countOf(lines: readonly Sum[]): number {
  return lines.reduce((all, { count }) => all + count, 0);
}
