import type { ExceptionRecord } from '../../payments/exceptions/exception-record.ts';
import { type FindExceptions, LARGEST_PAGE } from '../../payments/exceptions/exceptions-find.table.ts';
import { type DashboardCaller, requireStaff, scopeOf } from '../caller.ts';
import { refusingCursor } from '../cursor.ts';
import { type comparing, type ExceptionLine, type ExceptionTotal, exceptionLines } from './exceptions-rule.ts';
import { type FinanceInput, periodOf } from './finance-input.ts';

export interface ExceptionsReport {
  lines: ExceptionLine[];
  total: ExceptionTotal;
  /** Continues where this page ended; a payment with exceptions on two pages is then counted on both. */
  cursor: string | null;
  isComplete: boolean;
}

/** Open exceptions that one page scans for its sums, at about one read unit each: the exception and its transaction. */
export const EXCEPTIONS_AT_MOST = 2_000;

export interface ExceptionsDependencies {
  find: FindExceptions;
  compare: ReturnType<typeof comparing>;
}

/** What is open, by kind, with its euros and what of them was returned. For staff. */
export function exceptionsReport({ find, compare }: ExceptionsDependencies) {
  return async (input: FinanceInput, caller: DashboardCaller): Promise<ExceptionsReport> => {
    requireStaff(caller);
    const { merchantId } = scopeOf(caller, input.merchantId);
    const filter = { ...(merchantId !== null && { merchantId }), ...periodOf(input) };
    const open: ExceptionRecord[] = [];
    let cursor = input.cursor;
    let scanned = 0;
    do {
      const limit = Math.min(LARGEST_PAGE, EXCEPTIONS_AT_MOST - scanned);
      const page = await refusingCursor(find(filter, { limit, cursor }));
      open.push(...page.exceptions);
      cursor = page.cursor ?? undefined;
      scanned += page.scanned;
    } while (cursor !== undefined && scanned < EXCEPTIONS_AT_MOST);
    return { ...exceptionLines(await compare(open)), cursor: cursor ?? null, isComplete: cursor === undefined };
  };
}
