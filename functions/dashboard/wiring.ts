import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { merchantsTable } from '../merchants/accounts/merchants.table.ts';
import { findAccountsIn } from './accounts/accounts-search.table.ts';
import type { Callers } from './endpoint.ts';
import { linkUserIn, usersTable } from './users.table.ts';

interface Clients {
  dynamo: DynamoDBClient;
}
interface Tables {
  merchants: string;
}

/** What every function of the dashboard asks of a caller's account. */
export function callersOn({ dynamo }: Clients, { merchants: table }: Tables): Callers {
  const merchants = merchantsTable(dynamo, table);
  return {
    merchantOf: usersTable(dynamo, table).merchantOf,
    accountStatus: async (merchantId) => (await merchants.read(merchantId))?.accountStatus,
  };
}

export const usersOn = ({ dynamo }: Clients, { merchants }: Tables) => usersTable(dynamo, merchants);

export const findAccountsOn = ({ dynamo }: Clients, { merchants }: Tables) => findAccountsIn(dynamo, merchants);

/** For the operator's command and tests. */
export const linkUserOn = ({ dynamo }: Clients, { merchants }: Tables) => linkUserIn(dynamo, merchants);
