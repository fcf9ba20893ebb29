import type { BankAccount } from '../banking/account.ts';
import type { Bank } from '../banking/bank.ts';
import type { BankAccounts } from '../banking/bank-accounts.ts';
import type { Transaction } from './transaction.ts';

/** The bank account a transaction was created on, frozen on it. An account that the stage no longer names is our fault (500). */
export async function bankOf(
  bankAccounts: BankAccounts,
  { bankAccount: name }: Pick<Transaction, 'bankAccount'>,
): Promise<{ account: BankAccount; bank: Bank }> {
  const account = bankAccounts.account(name);
  const bank = await bankAccounts.bank(name);
  if (!account || !bank) throw new Error(`bank account ${name} is not configured in this stage`);
  return { account, bank };
}
