import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../../banking/bank.ts';
import type { Caller } from '../../http/call.ts';
import { field } from '../../http/field.ts';
import { MESSAGES } from '../../http/messages.ts';
import { Refusal } from '../../http/refusal.ts';
import { isoTime } from '../../runtime/clock.ts';
import { amountOf } from '../amount.ts';
import { isTransactionId, readTransactionId } from '../ids.ts';
import type { Transactions } from '../transactions.table.ts';
import { STATUSES } from '../transitions.ts';

/** The request of §4.4. The parameter is a list, to detect a repeated one (decision D4). */
export const statusInput = z.object({
  transactionId: field('transactionId', (values) => {
    if (!Array.isArray(values) || values.length !== 1) return { ok: false, problem: 'must be given once' };
    return readTransactionId(values[0]);
  }),
});

/** The unvalidated query of §4.4. */
export function statusQuery(event: APIGatewayProxyEvent): unknown {
  return { transactionId: event.multiValueQueryStringParameters?.transactionId };
}

const isoText = z.string();

/** The answer of §2.1: `mb` only when a reference was issued; `paymentMethod` null before a start (decision D5). */
export const statusAnswer = z.object({
  transactionId: z.string(),
  externalOrderId: z.string(),
  status: z.enum(STATUSES),
  paymentMethod: z.nullable(z.enum(PAYMENT_METHODS)),
  amount: z.number(),
  currency: z.literal('EUR'),
  paidAt: z.nullable(isoText),
  mb: z.optional(z.object({ entity: z.string(), reference: z.string(), expiresAt: isoText })),
});

/** Reads the transaction (§4.4), strongly consistent, so that no answer is older than an earlier one. */
export function status({ transactions }: { transactions: Pick<Transactions, 'read'> }) {
  return async (
    { transactionId }: z.infer<typeof statusInput>,
    caller: Caller,
  ): Promise<z.input<typeof statusAnswer>> => {
    const found = isTransactionId(transactionId) ? await transactions.read(transactionId, true) : undefined;
    if (found?.merchantId !== caller.merchantId) throw new Refusal('not-found', MESSAGES.transactionNotFound);
    // A reference is not payable after a late payment by an earlier push.
    const mb = found.paymentMethod === 'REFERENCE' ? found.mb : undefined;
    return {
      transactionId,
      externalOrderId: found.externalOrderId,
      status: found.status,
      paymentMethod: found.paymentMethod,
      amount: amountOf(found.amountCents),
      currency: 'EUR',
      paidAt: found.paidAt === undefined ? null : isoTime(found.paidAt),
      ...(mb && { mb: { entity: mb.entity, reference: mb.reference, expiresAt: isoTime(mb.expiresAt) } }),
    };
  };
}
