import { cached } from '../runtime/cached.ts';
import type { Clock } from '../runtime/clock.ts';
import { MINUTE_MS } from '../runtime/durations.ts';
import type { BankAccount } from './account.ts';
import type { Bank } from './bank.ts';
import { type HttpCall, httpCaller } from './http-call.ts';
import { PROVIDERS } from './providers.ts';

/** How long a secret is cached: a rotation takes effect without a deployment. */
export const SECRET_FRESH_MS = MINUTE_MS;

export interface BankAccountsOptions {
  accounts: readonly BankAccount[];
  /** Reads the text of a secret by its name or ARN. */
  readSecret: (secretId: string) => Promise<string>;
  clock: Clock;
  call?: HttpCall;
}

/** The bank accounts of a stage by their names. */
export interface BankAccounts {
  /**
   * The bank of a named account; undefined when there is no such account. Throws when the secret cannot be read or is
   * malformed: the error names the account and the fields, never a value.
   */
  bank(name: string): Promise<Bank | undefined>;
  account(name: string): BankAccount | undefined;
}

/** Opens each account with its provider's adapter, on first use. */
export function bankAccounts({
  accounts,
  readSecret,
  clock,
  call = httpCaller(clock),
}: BankAccountsOptions): BankAccounts {
  const byName = new Map(accounts.map((account) => [account.name, account]));
  async function open(account: BankAccount): Promise<Bank> {
    const secret = await readSecret(account.secretId);
    const opening = PROVIDERS[account.provider].open(parseSecret(account, secret), { account, clock, call });
    if (opening.kind === 'opened') return opening.bank;
    throw new Error(`bank account ${account.name}: missing or malformed in its secret: ${opening.fields.join(', ')}`);
  }

  const opened = new Map(accounts.map((account) => [account.name, cached(() => open(account), clock)]));
  return {
    account: (name) => byName.get(name),
    bank: async (name) => opened.get(name)?.(SECRET_FRESH_MS),
  };
}

function parseSecret({ name }: BankAccount, secret: string): unknown {
  try {
    return JSON.parse(secret);
  } catch {
    // The error of JSON.parse quotes the text, which may not reach a log.
    throw new Error(`bank account ${name}: its secret is not JSON`);
  }
}
