import { PAYMENT_METHODS, type PaymentMethod } from '../../functions/banking/bank.ts';
import { Refusal } from '../../functions/http/refusal.ts';
import { assertMinimumAmount, START_MESSAGES } from '../../functions/payments/start/start-refusals.ts';

/** Every text with which mbway and multibanco refuse because of the transaction, the account or the bank (decisions D2, D6, D7). */
export function startRefusals(): string[] {
  return [...Object.values(START_MESSAGES), ...PAYMENT_METHODS.map(minimum)];
}

function minimum(method: PaymentMethod): string {
  try {
    assertMinimumAmount(100, method, {
      name: 'main',
      provider: 'sibs',
      baseUrl: '',
      secretId: '',
      minimumCents: { MBWAY: 150, REFERENCE: 150 },
      referenceDays: 3,
    });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
  }
  throw new Error('start refusals: an amount below the minimum is accepted');
}
