import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../../banking/bank.ts';
import { readOrderId } from '../../payments/ids.ts';
import { DELIVERY_STATES } from '../../payments/transaction.ts';
import { STATUSES } from '../../payments/transitions.ts';
import { cursorInput, limitInput, lisbonDayInput, longIdInput, merchantInput } from '../inputs.ts';

/** A page reads no more than this, however few the filters let through, and has no more. */
export const MAX_SCANNED = 500;

/** An amount in EUR, whole cents from 0; inside of the function in cents. */
const euros = z.pipe(
  z.number('must be a number in EUR, such as 10.5').register(z.globalRegistry, { description: '10.5' }),
  z.transform((amount, context): number => {
    const cents = Math.round(amount * 100);
    if (amount >= 0 && Math.abs(amount * 100 - cents) < 1e-6) return cents;
    context.issues.push({ code: 'custom', message: 'must be in whole cents, at least 0', input: undefined });
    return z.NEVER;
  }),
);

const orderId = z.pipe(
  z.string(),
  z.transform((text, context): string => {
    const reading = readOrderId(text);
    if (reading.ok) return reading.value;
    context.issues.push({ code: 'custom', message: reading.problem, input: undefined });
    return z.NEVER;
  }),
);

const digits = (count: number) =>
  z
    .string()
    .check(z.regex(new RegExp(`^\\d{${count}}$`), `must be ${count} digits`))
    .register(z.globalRegistry, { description: `${count} digits` });

/** What a list leaves out, beside what its index already leaves out. `none`: no method chosen, or no event yet. */
export const transactionFilters = z.object({
  statuses: z.optional(z.array(z.enum(STATUSES)).check(z.minLength(1))),
  methods: z.optional(z.array(z.enum([...PAYMENT_METHODS, 'none'])).check(z.minLength(1))),
  /** States of the newest event's delivery. */
  deliveries: z.optional(z.array(z.enum([...DELIVERY_STATES, 'none'])).check(z.minLength(1))),
  /** What was requested. */
  amount: z.optional(euros),
});
export type TransactionFilters = z.infer<typeof transactionFilters>;

/** Both days are included. `by` says which time is meant: of the creation, or of the payment (paid ones only). */
export const periodInput = z.object({ by: z.enum(['created', 'paid']), from: lisbonDayInput, to: lisbonDayInput });

/** A period, an order, a reference, a payment at the bank or one transaction; never everything. */
export const listInput = z.extend(merchantInput, {
  cursor: cursorInput,
  find: z.union([
    z.strictObject({ period: periodInput }),
    /** `match` `prefix` finds also the orders whose id begins with it. */
    z.strictObject({ orderId, match: z.optional(z.enum(['exact', 'prefix'], 'must be exact or prefix')) }),
    /** Without an entity: one of those that the merchant's latest references have. */
    z.strictObject({ entity: z.optional(digits(5)), reference: digits(9) }),
    /** The bank's id of a start; known where the provider's notifications need a pointer from it. */
    z.strictObject({ bankId: longIdInput }),
    z.strictObject({ transactionId: longIdInput }),
  ]),
  filters: z._default(transactionFilters, {}),
  limit: limitInput(MAX_SCANNED),
});
export type ListInput = z.infer<typeof listInput>;

export const detailInput = z.object({ transactionId: longIdInput });
