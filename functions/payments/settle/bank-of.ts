import type { BankAccount } from '../../banking/account.ts';
import type { Bank, BankStatus, KnownPayment } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';

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

/** An attempt as we have it on record, for a provider that must be told. */
export function knownOf({ amountCents }: Pick<Transaction, 'amountCents'>, attempt: BankAttempt): KnownPayment {
  const { method, endsAt: endsAtMs, statusId } = attempt;
  return { method, expectedCents: amountCents, endsAtMs, ...(statusId !== undefined && { statusId }) };
}

/** Asks the bank about one attempt of a transaction; one that is not on it by what the bank id alone tells. */
export function askAbout(bank: Bank, transaction: Transaction, bankId: string): Promise<BankStatus> {
  const attempt = transaction.attempts.find((each) => each.bankId === bankId);
  return bank.askStatus(bankId, attempt && knownOf(transaction, attempt));
}
