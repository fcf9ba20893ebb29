import * as z from 'zod/mini';
import { amountOf } from '../../payments/amount.ts';
import type { CountOpenExceptions } from '../../payments/exceptions/exceptions-find.table.ts';
import { type DashboardCaller, requireStaff, scopeOf } from '../caller.ts';
import { financeInput, periodOf } from './finance-input.ts';

export interface ExceptionsReport {
  count: number;
  /** The money that they record, in EUR: other money received. Nothing is subtracted. */
  received: number;
  /** False where there are more than `MAX_EXCEPTIONS`: the figures are lower bounds. */
  isComplete: boolean;
}

/** Days are those of the opening. */
export const summaryInput = z.omit(financeInput, { cursor: true });

/** Some 25 entries of the index cost half a read unit. */
export const MAX_EXCEPTIONS = 5_000;

/** How many are open, with the money that is on record in them. For staff. */
export function exceptionsReport({ countOpen }: { countOpen: CountOpenExceptions }) {
  return async (input: z.infer<typeof summaryInput>, caller: DashboardCaller): Promise<ExceptionsReport> => {
    requireStaff(caller);
    const { merchantId } = scopeOf(caller, input.merchantId);
    const filter = { ...(merchantId !== null && { merchantId }), ...periodOf(input) };
    const { receivedCents, ...counted } = await countOpen(filter, MAX_EXCEPTIONS);
    return { ...counted, received: amountOf(receivedCents) };
  };
}
