import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { merchantsTable } from '../merchants/accounts/merchants.table.ts';
import { linkUserIn, usersTable } from './users.table.ts';

interface Clients {
  dynamo: DynamoDBClient;
}
interface Tables {
  merchants: string;
}

/** The operations of every function of the dashboard. */
export const accountsOn = ({ dynamo }: Clients, { merchants: table }: Tables) => ({
  merchants: merchantsTable(dynamo, table),
  users: usersTable(dynamo, table),
});

/** For the operator's command and tests. */
export const linkUserOn = ({ dynamo }: Clients, { merchants }: Tables) => linkUserIn(dynamo, merchants);
