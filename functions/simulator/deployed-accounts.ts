import { systemClock } from '../runtime/clock.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { readSecret } from '../runtime/secrets.ts';
import { accountsFrom, bankAccountsVariable } from './accounts.ts';
import { ifthenpayAccountsFrom } from './ifthenpay/accounts.ts';

const { BANK_ACCOUNTS } = parseEnvironment({ BANK_ACCOUNTS: bankAccountsVariable });
const of = (wanted: string) => BANK_ACCOUNTS.filter(({ provider }) => provider === wanted);

/** The bank accounts that the environment names, for the deployed entries. */
export const accounts = accountsFrom(of('sibs'), readSecret, systemClock);
export const ifthenpayAccounts = ifthenpayAccountsFrom(of('ifthenpay'), readSecret, systemClock);
