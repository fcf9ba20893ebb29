import * as z from 'zod/mini';
import { MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import type { FindExceptions } from '../../payments/exceptions/exceptions-find.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { type DashboardCaller, isStaff, requireStaff, scopeOf } from '../caller.ts';
import { type ListPage, listPage, scanFrom } from '../scanned.ts';
import { comparedView, type comparing } from './exceptions-rule.ts';
import { financeInput, periodOf } from './finance-input.ts';

/** Days are those of the opening, or of closed ones (both included) of the closing. */
export const exceptionsInput = z.extend(financeInput, {
  state: z._default(z.enum(['open', 'closed'], 'must be open or closed'), 'open'),
});

/** `scannedUntil`, of closed ones: everything closed later in the period has been scanned. Null for open ones. */
export type ExceptionsPage = ListPage<'exceptions', ReturnType<typeof comparedView>>;

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
    const find = input.state === 'open' ? open : closed;
    const page = await scanFrom(
      input.cursor,
      async (cursor, { rows: before }) => {
        const {
          exceptions: rows,
          scannedUntilMs: until,
          ...part
        } = await find(filter, {
          limit: MAX_BATCH_KEYS - before.length,
          cursor,
        });
        return { ...part, rows, until };
      },
      ({ rows, scanned }) => rows.length >= MAX_BATCH_KEYS || scanned >= MAX_SCANNED,
    );
    return listPage('exceptions', {
      ...page,
      rows: (await compare(page.rows)).map((each) => viewFor(caller, comparedView(each))),
      until: page.until === null ? null : isoTime(page.until),
    });
  };
}

function viewFor(caller: DashboardCaller, view: ReturnType<typeof comparedView>) {
  return isStaff(caller) ? view : { ...view, assigned: null };
}
