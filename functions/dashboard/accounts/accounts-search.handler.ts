import { dynamo } from '../../runtime/dynamo.ts';
import { callers, MERCHANTS_TABLE } from '../dependencies.ts';
import { dashboardEndpoint } from '../endpoint.ts';
import { findAccountsIn } from './accounts-search.table.ts';
import { accountsInput, searchAccounts } from './accounts-search.ts';

export const handler = dashboardEndpoint('POST /accounts/search', {
  callers,
  input: accountsInput,
  run: searchAccounts({ find: findAccountsIn(dynamo, MERCHANTS_TABLE) }),
});
