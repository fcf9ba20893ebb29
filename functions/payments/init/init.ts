import * as z from 'zod/mini';
import type { Caller } from '../../http/call.ts';
import { field } from '../../http/field.ts';
import type { Clock } from '../../runtime/clock.ts';
import { amountOf, readAmount } from '../amount.ts';
import { newTransactionId, readOrderId, transactionIdOfKey } from '../ids.ts';
import { CONFIRMATION_WINDOW_MS, GRACE_MS } from '../times.ts';
import type { Transaction } from '../transaction.ts';
import type { Transactions } from '../transactions.table.ts';
import { assertRepeats, IDEMPOTENCY_KEY, readIdempotencyKey } from './idempotency-key.ts';

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
  clock: Clock;
}

/**
 * Creates a transaction in `pending` (§4.1). The bank is not called: there is no payment method yet. A repeat with the
 * same `Idempotency-Key` answers the first one's transaction.
 */
export function init({ transactions, clock }: InitDependencies) {
  return async (
    { orderId, amount: amountCents, [IDEMPOTENCY_KEY]: key }: z.infer<typeof initInput>,
    caller: Caller,
  ): Promise<z.input<typeof initAnswer>> => {
    const createdAt = clock();
    const transaction: Transaction = {
      transactionId: key === undefined ? newTransactionId() : transactionIdOfKey(caller.merchantId, key),
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
    assertRepeats(transaction, await transactions.create(transaction));
    return { transactionId: transaction.transactionId, amount: amountOf(amountCents), currency: 'EUR' };
  };
}
