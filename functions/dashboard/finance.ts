import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { nightsOn } from '../finance/wiring.ts';
import { exceptionWritesOn } from '../payments/wiring.ts';
import type { Clock } from '../runtime/clock.ts';
import { accountsInput, searchAccounts } from './accounts/accounts-search.ts';
import { noInput } from './endpoint.ts';
import { closeException, closeInput, noteException, noteInput } from './finance/exception-desk.ts';
import { compareAgain, nightAgainInput, searchNights } from './finance/nights.ts';
import { type FinanceRoute, on, type Routes } from './routes.ts';
import { findAccountsOn } from './wiring.ts';

interface Clients {
  dynamo: DynamoDBClient;
  clock: Clock;
}
interface Names {
  merchants: string;
  transactions: string;
}

/** What only finance and operators do: the list of accounts, the work on exceptions, the nights. */
export function financeRoutes(clients: Clients, names: Names): Routes<FinanceRoute> {
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
