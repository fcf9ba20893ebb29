import { systemClock } from '../runtime/clock.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { readSecret } from '../runtime/secrets.ts';
import { accountsFrom, bankAccountsVariable, type Provider } from './accounts.ts';
import { ifthenpayAccountsFrom } from './ifthenpay/accounts.ts';

const { BANK_ACCOUNTS } = parseEnvironment({ BANK_ACCOUNTS: bankAccountsVariable });
const accountsOf = (wanted: Provider) => BANK_ACCOUNTS.filter(({ provider }) => provider === wanted);

/** The bank accounts that the environment names, for the deployed entries. */
export const accounts = accountsFrom(accountsOf('sibs'), readSecret, systemClock);
export const ifthenpayAccounts = ifthenpayAccountsFrom(accountsOf('ifthenpay'), readSecret, systemClock);

/** The provider of a named account. */
export function providerOf(account: string): Provider {
  const found = BANK_ACCOUNTS.find(({ name }) => name === account);
  if (!found) throw new Error(`no bank account ${account}`);
  return found.provider;
}
