import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { findExceptionsIn } from '../../payments/exceptions/exceptions-find.table.ts';
import { readTransactionsIn } from '../transactions/transactions-read.table.ts';
import { entriesOn, type ListTables } from '../transactions/wiring.ts';
import { readItemsIn } from './movements/read-items.table.ts';

interface Clients {
  dynamo: DynamoDBClient;
}
type Transactions = Pick<ListTables, 'transactions'>;

export const movementsOn = (clients: Clients, tables: ListTables) => ({
  ...entriesOn(clients, tables),
  readItems: readItemsIn(clients.dynamo, tables.transactions),
});

export const exceptionsListOn = ({ dynamo }: Clients, { transactions }: Transactions) => ({
  open: findExceptionsIn(dynamo, transactions, 'open'),
  closed: findExceptionsIn(dynamo, transactions, 'closed'),
  readMany: readTransactionsIn(dynamo, transactions),
});
