import type { BankAccount } from '../../../functions/banking/account.ts';

/** An account without limits of its own, whose secret has its name. */
export function accountWith(fields: Pick<BankAccount, 'name' | 'provider' | 'baseUrl'> & Partial<BankAccount>) {
  const account: BankAccount = {
    secretId: fields.name,
    minimumCents: { MBWAY: 1, REFERENCE: 1 },
    referenceDays: 3,
    ...fields,
  };
  return account;
}
