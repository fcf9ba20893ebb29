import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../../banking/bank.ts';
import type { Caller } from '../../http/call.ts';
import { field } from '../../http/field.ts';
import { MESSAGES } from '../../http/messages.ts';
import { Refusal } from '../../http/refusal.ts';
import { isoTime } from '../../runtime/clock.ts';
import { isTransactionId, readTransactionId } from '../ids.ts';
import { amountOf } from '../money.ts';
import type { Transactions } from '../transactions.table.ts';
import { STATUSES } from '../transitions.ts';

/** §4.4. The parameter as it came: a list, so that a repeated one is seen (decision D4). */
export const statusInput = z.object({
  transactionId: field('transactionId', (values) => {
    if (!Array.isArray(values) || values.length !== 1) return { ok: false, problem: 'must be given once' };
    return readTransactionId(values[0]);
  }),
});

export function takeStatusQuery(event: APIGatewayProxyEvent): unknown {
  return { transactionId: event.multiValueQueryStringParameters?.transactionId };
}

const isoText = z.string();

/** §2.1: `mb` only when a reference was issued; `paymentMethod` null before a method is chosen (decision D5). */
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

/** Reads the transaction as it is now: a strongly consistent read, so that an answer is never older than one given before. */
export function status({ transactions }: { transactions: Pick<Transactions, 'read'> }) {
  return async (
    { transactionId }: z.infer<typeof statusInput>,
    caller: Caller,
  ): Promise<z.input<typeof statusAnswer>> => {
    const found = isTransactionId(transactionId) ? await transactions.read(transactionId, true) : undefined;
    if (found?.merchantId !== caller.merchantId) throw new Refusal('not-found', MESSAGES.transactionNotFound);
    // One issued before a refused push was paid after all stays on record, and is nobody's way to pay any more.
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
