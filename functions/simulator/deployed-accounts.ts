import { systemClock } from '../runtime/clock.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { readSecret } from '../runtime/secrets.ts';
import { accountsFrom, bankAccountsVariable } from './accounts.ts';

const { BANK_ACCOUNTS } = parseEnvironment({ BANK_ACCOUNTS: bankAccountsVariable });

/** The bank accounts that the environment names, for the deployed entries. */
export const accounts = accountsFrom(BANK_ACCOUNTS, readSecret, systemClock);
