import * as z from 'zod/mini';
import { MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { EXCEPTION_KINDS } from '../../payments/exceptions/exception.ts';
import { type ExceptionRecord, exceptionView } from '../../payments/exceptions/exception-record.ts';
import type { FindExceptions } from '../../payments/exceptions/exceptions-find.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { type DashboardCaller, isStaff, requireStaff, scopeOf } from '../caller.ts';
import { type ListPage, listPage, scanFrom } from '../scanned.ts';
import type { ReadTransactions } from '../transactions/transactions-read.table.ts';
import { financeInput, periodOf } from './finance-input.ts';

/** Days are those of the opening, or of closed ones (both included) of the closing. */
export const exceptionsInput = z.extend(financeInput, {
  state: z._default(z.enum(['open', 'closed'], 'must be open or closed'), 'open'),
  kind: z.optional(z.enum(EXCEPTION_KINDS)),
});

/** An exception of the list; amounts in EUR. The order is null where there is no transaction. */
type ExceptionRow = ReturnType<typeof exceptionView> & { externalOrderId: string | null };

/** `scannedUntil`: the time of opening or closing of the last exception that was scanned. */
export type ExceptionsPage = ListPage<'exceptions', ExceptionRow>;

export interface ExceptionsListDependencies {
  open: FindExceptions;
  closed: FindExceptions;
  readMany: ReadTransactions;
}

/** For a page of one kind at most this many are scanned. */
export const MAX_SCANNED = 2_000;

/**
 * A page of up to 100 exceptions: open ones the oldest first, closed ones the latest first. A page may hold fewer and not
 * be the last. A merchant sees its own open ones, without the notes of staff; closed ones are for staff.
 */
export function listExceptions({ open, closed, readMany }: ExceptionsListDependencies) {
  return async (input: z.infer<typeof exceptionsInput>, caller: DashboardCaller): Promise<ExceptionsPage> => {
    const { state, kind } = input;
    if (state === 'closed') requireStaff(caller);
    const { merchantId } = scopeOf(caller, input.merchantId);
    const filter = { ...(merchantId !== null && { merchantId }), ...(kind && { kind }), ...periodOf(input) };
    const find = state === 'open' ? open : closed;
    const { rows, until, ...page } = await scanFrom(
      input.cursor,
      async (cursor, { rows: before }) => {
        const limit = MAX_BATCH_KEYS - before.length;
        const { exceptions, scannedUntilMs, ...part } = await find(filter, { limit, cursor });
        return { ...part, rows: exceptions, until: scannedUntilMs };
      },
      (all) => all.rows.length >= MAX_BATCH_KEYS || all.scanned >= MAX_SCANNED,
    );
    const orders = await ordersOf(rows);
    return listPage('exceptions', {
      ...page,
      rows: rows.map((exception) => viewFor(caller, exception, orders.get(exception.transactionId) ?? null)),
      until: until === null ? null : isoTime(until),
    });
  };

  async function ordersOf(exceptions: readonly ExceptionRecord[]): Promise<Map<string, string>> {
    const own = exceptions.filter(({ merchantId }) => merchantId !== null);
    const transactions = await readMany([...new Set(own.map(({ transactionId }) => transactionId))]);
    return new Map(transactions.map(({ transactionId, externalOrderId }) => [transactionId, externalOrderId]));
  }
}

function viewFor(caller: DashboardCaller, exception: ExceptionRecord, externalOrderId: string | null): ExceptionRow {
  const view = { ...exceptionView(exception), externalOrderId };
  return isStaff(caller) ? view : { ...view, notes: [] };
}
