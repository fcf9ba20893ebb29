import * as z from 'zod/mini';
import { systemClock } from '../runtime/clock.ts';
import { parseEnvironment } from '../runtime/environment.ts';
import { callers, merchants, users } from './dependencies.ts';
import { dashboardEndpoint, noInput } from './endpoint.ts';
import { accountOnFirstCall, me } from './first-call.ts';
import { keyring } from './settings/keyring-dependency.ts';

const { DEFAULT_BANK_ACCOUNT: bankAccount } = parseEnvironment({ DEFAULT_BANK_ACCOUNT: z.string() });
const merchantOf = accountOnFirstCall({ users, merchants, keyring, bankAccount, clock: systemClock });
const run = me({ merchants });

/** The page's first call, and the only one that creates accounts: no other function has the rights and the keyring. */
export const handler = dashboardEndpoint('GET /me', {
  callers: { ...callers, merchantOf },
  input: noInput,
  run: (_, caller, person) => run(person, caller),
});
