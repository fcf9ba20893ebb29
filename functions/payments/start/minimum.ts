import type { BankAccount } from '../../banking/account.ts';
import type { PaymentMethod } from '../../banking/bank.ts';
import { Refusal } from '../../http/refusal.ts';
import { amountOf } from '../money.ts';

/**
 * Refuses what the bank account's own lower limit forbids, before the bank is called (decision D2). The transaction
 * stays usable by the other method.
 */
export function assertMinimumAmount(amountCents: number, method: PaymentMethod, { minimumCents }: BankAccount): void {
  if (amountCents >= minimumCents[method]) return;
  const name = method === 'MBWAY' ? 'MB WAY' : 'Multibanco';
  throw new Refusal('invalid', `amount is below the minimum for ${name}, ${amountOf(minimumCents[method])} EUR`);
}
