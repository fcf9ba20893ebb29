import type { ExceptionRecord } from '../payments/exception-record.ts';
import { type FindOpenExceptions, LARGEST_PAGE } from '../payments/exceptions-find.table.ts';
import { type DashboardCaller, requireStaff, scopeOf } from './caller.ts';
import { refusingCursor } from './cursor.ts';
import { type ExceptionLine, exceptionLines } from './finance-exceptions-rule.ts';
import { type FinanceInput, periodOf } from './finance-input.ts';
import type { CountAndEuros } from './finance-untold-rule.ts';

export interface ExceptionsReport {
  lines: ExceptionLine[];
  total: CountAndEuros;
  /** Goes on where this page ended; a payment with exceptions on two pages is then counted on both. */
  cursor: string | null;
  isWhole: boolean;
}

/** Open exceptions that one page adds up, at about half a read unit each. */
export const EXCEPTIONS_AT_MOST = 2_000;
// A filter leaves out entries, not looks: no more pages than this, whatever they hold.
const PAGES_AT_MOST = EXCEPTIONS_AT_MOST / LARGEST_PAGE;

/** What is open, by kind, with its euros; out of the sparse index `exceptions`. For staff. */
export function exceptionsReport({ find }: { find: FindOpenExceptions }) {
  return async (input: FinanceInput, caller: DashboardCaller): Promise<ExceptionsReport> => {
    requireStaff(caller);
    const { merchantId } = scopeOf(caller, input.merchantId);
    const filter = { ...(merchantId !== null && { merchantId }), ...periodOf(input) };
    const open: ExceptionRecord[] = [];
    let cursor = input.cursor;
    for (let pages = 0; pages < PAGES_AT_MOST; pages += 1) {
      const page = await refusingCursor(find(filter, { limit: LARGEST_PAGE, cursor }));
      open.push(...page.exceptions);
      cursor = page.cursor ?? undefined;
      if (cursor === undefined) break;
    }
    return { ...exceptionLines(open), cursor: cursor ?? null, isWhole: cursor === undefined };
  };
}
