import { MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import type { FindExceptions } from '../../payments/exceptions/exceptions-find.table.ts';
import { type DashboardCaller, requireStaff, scopeOf } from '../caller.ts';
import { scanFrom } from '../scanned.ts';
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
export const MAX_EXCEPTIONS = 2_000;

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
    const open = await scanFrom(
      input.cursor,
      async (cursor, { scanned }) => {
        const limit = Math.min(MAX_BATCH_KEYS, MAX_EXCEPTIONS - scanned);
        const { exceptions: rows, scannedUntilMs: until, ...part } = await find(filter, { limit, cursor });
        return { ...part, rows, until };
      },
      ({ scanned }) => scanned >= MAX_EXCEPTIONS,
    );
    const { cursor } = open;
    return { ...exceptionLines(await compare(open.rows)), cursor, isComplete: cursor === null };
  };
}
