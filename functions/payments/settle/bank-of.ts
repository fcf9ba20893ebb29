import type { BankAccount } from '../../banking/account.ts';
import type { Bank, BankStatus, KnownPayment } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import { logUnanswered } from './inquiry-lines.ts';

export interface AccountBank {
  account: BankAccount;
  bank: Bank;
}

/** The bank account of a transaction and its bank. Throws when the stage no longer has the account (500). */
export async function bankOf(
  bankAccounts: BankAccounts,
  { bankAccount: name }: Pick<Transaction, 'bankAccount'>,
): Promise<AccountBank> {
  const account = bankAccounts.account(name);
  const bank = await bankAccounts.bank(name);
  if (!account || !bank) throw new Error(`bank account ${name} is not configured in this stage`);
  return { account, bank };
}

/** The recorded facts of an attempt, which some providers need for a status inquiry. */
export function knownPayment({ amountCents }: Pick<Transaction, 'amountCents'>, attempt: BankAttempt): KnownPayment {
  const { method, endsAt: endsAtMs, statusId } = attempt;
  return { method, expectedCents: amountCents, endsAtMs, ...(statusId !== undefined && { statusId }) };
}

/** Queries the status of one attempt; by the bank id alone where the transaction has no such attempt. */
export async function askAbout(
  bank: Bank,
  transaction: Transaction,
  bankId: string,
  logger: Logger,
): Promise<BankStatus> {
  const attempt = transaction.attempts.find((each) => each.bankId === bankId);
  const status = await bank.askStatus(bankId, attempt && knownPayment(transaction, attempt));
  logUnanswered(transaction, status, logger);
  return status;
}
