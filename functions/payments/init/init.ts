import * as z from 'zod/mini';
import type { Caller } from '../../http/call.ts';
import { field } from '../../http/field.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../runtime/clock.ts';
import { amountOf, readAmount } from '../amount.ts';
import { newTransactionId, readOrderId } from '../ids.ts';
import { CONFIRMATION_WINDOW_MS, GRACE_MS } from '../times.ts';
import type { Transaction } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import type { CreateOnce } from './idempotency.table.ts';
import { IDEMPOTENCY_KEY, KEY_REUSED, readIdempotencyKey } from './idempotency-key.ts';

/** The request of §4.1 (decisions D1 to D4), and the header of decision 0043. */
export const initInput = z.object({
  orderId: field('orderId', readOrderId),
  amount: field('amount', readAmount),
  currency: z._default(z.literal('EUR', 'currency must be "EUR", the only supported currency'), 'EUR'),
  [IDEMPOTENCY_KEY]: z.optional(field(IDEMPOTENCY_KEY, readIdempotencyKey)),
});

/** The answer of §4.1; the amount is in EUR. */
export const initAnswer = z.object({ transactionId: z.string(), amount: z.number(), currency: z.literal('EUR') });

export interface InitDependencies {
  transactions: Pick<Transactions, 'create'>;
  createOnce: CreateOnce;
  clock: Clock;
}

/**
 * Creates a transaction in `pending` (§4.1). The bank is not called: there is no payment method yet. A repeat with the
 * same `Idempotency-Key` answers the first one's transaction.
 */
export function init({ transactions, createOnce, clock }: InitDependencies) {
  return async (
    { orderId, amount: amountCents, [IDEMPOTENCY_KEY]: key }: z.infer<typeof initInput>,
    caller: Caller,
  ): Promise<z.input<typeof initAnswer>> => {
    const createdAt = clock();
    const transaction: Transaction = {
      transactionId: newTransactionId(),
      merchantId: caller.merchantId,
      externalOrderId: orderId,
      amountCents,
      status: 'pending',
      createdAt,
      paymentMethod: null,
      bankAccount: caller.bankAccount,
      attempts: [],
      settlements: [],
      // The end of a push that is started immediately, so that an ordinary payment does not move it again.
      dueAt: createdAt + CONFIRMATION_WINDOW_MS + GRACE_MS.MBWAY,
    };
    if (key === undefined) await transactions.create(transaction);
    const created = key === undefined ? transaction : await createOnce(transaction, key);
    if (created.externalOrderId !== orderId || created.amountCents !== amountCents) {
      throw new Refusal('invalid', KEY_REUSED);
    }
    return { transactionId: created.transactionId, amount: amountOf(amountCents), currency: 'EUR' };
  };
}
