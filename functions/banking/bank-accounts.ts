import type { Clock } from '../runtime/clock.ts';
import type { BankAccount } from './account.ts';
import type { Bank } from './bank.ts';
import { type HttpCall, httpCaller } from './http-call.ts';
import { loadProvider } from './providers.ts';

/** How long a secret that was read is used before it is read again: a rotation takes effect without a deployment. */
const SECRET_FRESH_MS = 60_000;

export interface BankAccountsOptions {
  accounts: readonly BankAccount[];
  /** Answers the text of a secret by its name or ARN. */
  readSecret: (secretId: string) => Promise<string>;
  clock: Clock;
  call?: HttpCall;
}

export interface BankAccounts {
  /**
   * The bank of a named account; undefined when no account has that name. Throws when the secret cannot be read or is
   * malformed: the error names the account and the fields, never a value.
   */
  bank(name: string): Promise<Bank | undefined>;
  account(name: string): BankAccount | undefined;
}

/** The bank accounts of a stage, each behind its provider's adapter; a merchant refers to one by name. */
export function bankAccounts({
  accounts,
  readSecret,
  clock,
  call = httpCaller(clock),
}: BankAccountsOptions): BankAccounts {
  const byName = new Map(accounts.map((account) => [account.name, account]));
  const opened = new Map<string, { bank: Promise<Bank>; readAtMs: number }>();

  async function open(account: BankAccount): Promise<Bank> {
    const [provider, secret] = await Promise.all([loadProvider(account.provider), readSecret(account.secretId)]);
    const opening = provider.open(parseSecret(account, secret), { account, clock, call });
    if (opening.kind === 'opened') return opening.bank;
    throw new Error(`bank account ${account.name}: missing or malformed in its secret: ${opening.fields.join(', ')}`);
  }

  return {
    account: (name) => byName.get(name),
    async bank(name) {
      const account = byName.get(name);
      if (!account) return undefined;
      const known = opened.get(name);
      if (known && clock() - known.readAtMs < SECRET_FRESH_MS) return known.bank;
      const entry = { bank: open(account), readAtMs: clock() };
      opened.set(name, entry);
      try {
        return await entry.bank;
      } catch (error) {
        // A failure is not remembered, so that the next call reads the secret again.
        if (opened.get(name) === entry) opened.delete(name);
        throw error;
      }
    },
  };
}

function parseSecret({ name }: BankAccount, secret: string): unknown {
  try {
    return JSON.parse(secret);
  } catch {
    // JSON.parse quotes what it read; none of that may reach a log.
    throw new Error(`bank account ${name}: its secret is not JSON`);
  }
}
