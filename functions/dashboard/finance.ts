import { nightsOn } from '../finance/wiring.ts';
import { exceptionWritesOn } from '../payments/wiring.ts';
import { accountsInput, searchAccounts } from './accounts/accounts-search.ts';
import { closeException, closeInput, noteException, noteInput } from './finance/exception-desk.ts';
import { compareAgain, nightAgainInput, searchNights } from './finance/nights.ts';
import { noInput, on } from './routes.ts';
import { type Clients, findAccountsOn, type Tables } from './wiring.ts';

/** What only finance and operators do: the list of accounts, the work on exceptions, the nights. */
export function financeRoutes(clients: Clients, names: Tables) {
  const { clock } = clients;
  const writes = exceptionWritesOn(clients, names);
  const nights = nightsOn(clients, names);
  return {
    'POST /finance/accounts/search': on(accountsInput, searchAccounts({ find: findAccountsOn(clients, names) })),
    'POST /finance/exceptions/note': on(noteInput, noteException(writes)),
    'POST /finance/exceptions/close': on(closeInput, closeException(writes)),
    'POST /finance/nights/search': on(noInput, searchNights({ nights, clock })),
    'POST /finance/nights/again': on(nightAgainInput, compareAgain({ nights })),
  };
}
