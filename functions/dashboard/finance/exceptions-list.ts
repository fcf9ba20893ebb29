import * as z from 'zod/mini';
import {
  type ExceptionFilter,
  type ExceptionPage,
  type FindExceptions,
  LARGEST_PAGE,
} from '../../payments/exceptions/exceptions-find.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { type DashboardCaller, isStaff, requireStaff, scopeOf } from '../caller.ts';
import { refusingCursor } from '../cursor.ts';
import { comparedView, type comparing } from './exceptions-rule.ts';
import { financeInput, periodOf } from './finance-input.ts';

/** Days are those of the opening, or of closed ones (both included) of the closing. */
export const exceptionsInput = z.extend(financeInput, {
  state: z._default(z.enum(['open', 'closed'], 'must be open or closed'), 'open'),
});

export interface ExceptionsPage {
  exceptions: ReturnType<typeof comparedView>[];
  cursor: string | null;
  isComplete: boolean;
  /** Exceptions scanned for this page, including those of other merchants. */
  scanned: number;
  /** Closed ones: everything closed later in the period has been scanned; ISO 8601. Null for open ones. */
  scannedUntil: string | null;
}

export interface ExceptionsListDependencies {
  open: FindExceptions;
  closed: FindExceptions;
  compare: ReturnType<typeof comparing>;
}

/** For a page of one merchant's closed exceptions at most this many are scanned, of any merchant. */
export const MAX_SCANNED = 2_000;

/**
 * A page of up to 100 exceptions. Open ones by merchant, then by time, oldest first; closed ones by closing time,
 * newest first. A page may hold fewer and not be the last. A merchant sees its own open ones, without the names of
 * staff; closed ones are for staff.
 */
export function listExceptions({ open, closed, compare }: ExceptionsListDependencies) {
  return async (input: z.infer<typeof exceptionsInput>, caller: DashboardCaller): Promise<ExceptionsPage> => {
    if (input.state === 'closed') requireStaff(caller);
    const { merchantId } = scopeOf(caller, input.merchantId);
    const filter = { ...(merchantId !== null && { merchantId }), ...periodOf(input) };
    const page = await gather(input.state === 'open' ? open : closed, filter, input.cursor);
    return {
      exceptions: (await compare(page.exceptions)).map((each) => viewFor(caller, comparedView(each))),
      cursor: page.cursor,
      isComplete: page.cursor === null,
      scanned: page.scanned,
      scannedUntil: page.scannedUntilMs === null ? null : isoTime(page.scannedUntilMs),
    };
  };
}

function viewFor(caller: DashboardCaller, view: ReturnType<typeof comparedView>) {
  return isStaff(caller) ? view : { ...view, assigned: null };
}

/** Scans until the page is full or the limit is reached. */
async function gather(find: FindExceptions, filter: ExceptionFilter, from: string | undefined): Promise<ExceptionPage> {
  const all: ExceptionPage = { exceptions: [], cursor: from ?? null, scanned: 0, scannedUntilMs: null };
  do {
    const limit = LARGEST_PAGE - all.exceptions.length;
    const page = await refusingCursor(find(filter, { limit, cursor: all.cursor ?? undefined }));
    all.exceptions.push(...page.exceptions);
    all.scanned += page.scanned;
    all.cursor = page.cursor;
    all.scannedUntilMs = page.scannedUntilMs;
  } while (all.cursor !== null && all.exceptions.length < LARGEST_PAGE && all.scanned < MAX_SCANNED);
  return all;
}
