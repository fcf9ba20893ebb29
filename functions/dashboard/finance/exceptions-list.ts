import * as z from 'zod/mini';
import { MAX_BATCH_KEYS } from '../../dynamo/batch-get.ts';
import { EXCEPTION_KINDS } from '../../payments/exceptions/exception.ts';
import { exceptionView } from '../../payments/exceptions/exception-record.ts';
import type { FindExceptions } from '../../payments/exceptions/exceptions-find.table.ts';
import { isoTimeOrNull } from '../../runtime/clock.ts';
import { type DashboardCaller, isStaff, notFound, scopeOf } from '../caller.ts';
import { financeInput, periodOf } from '../inputs.ts';
import type { ReadTransactions } from '../items.table.ts';

/** Days are those of the opening, or of closed ones (both included) of the closing. */
export const exceptionsInput = z.extend(financeInput, {
  state: z._default(z.enum(['open', 'closed'], 'must be open or closed'), 'open'),
  kind: z.optional(z.enum(EXCEPTION_KINDS)),
});

interface ListDependencies {
  open: FindExceptions;
  closed: FindExceptions;
  readMany: ReadTransactions;
}

/**
 * A page of up to 100 exceptions: open ones the oldest first, closed ones the latest first. A page may hold fewer and not
 * be the last. A merchant sees its own open ones, without the notes of staff; closed ones are for staff. Amounts in EUR;
 * the order is null where there is no transaction. `scannedUntil`: the time of opening or closing of the last exception
 * that was scanned.
 */
export function listExceptions({ open, closed, readMany }: ListDependencies) {
  return async (input: z.infer<typeof exceptionsInput>, caller: DashboardCaller) => {
    const { state, kind, cursor: from } = input;
    if (state === 'closed' && !isStaff(caller)) throw notFound('page');
    const { merchantId } = scopeOf(caller, input.merchantId);
    const filter = { ...(merchantId !== null && { merchantId }), ...(kind && { kind }), ...periodOf(input) };
    const find = state === 'open' ? open : closed;
    const page = await find(filter, { limit: MAX_BATCH_KEYS, cursor: from });
    const { exceptions, cursor, scanned, scannedUntilMs } = page;
    const orders = await readMany(exceptions.map(({ transactionId }) => transactionId));
    return {
      exceptions: exceptions.map((exception, index) => {
        const view = exceptionView(exception);
        const externalOrderId = orders[index]?.externalOrderId ?? null;
        return { ...view, notes: isStaff(caller) ? view.notes : [], externalOrderId };
      }),
      ...{ cursor, scanned, scannedUntil: isoTimeOrNull(scannedUntilMs) },
    };
  };
}
