import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { merchantIdsIn, merchantsTable } from '../../merchants/accounts/merchants.table.ts';
import { orderSiblingsIn } from '../../payments/exceptions/order-siblings.table.ts';
import { transactionsTable } from '../../payments/transactions.table.ts';
import { readTimelineIn } from './timeline/timeline.table.ts';
import { scanEntriesIn } from './transactions-find.table.ts';
import { readTransactionsIn } from './transactions-read.table.ts';

interface Clients {
  dynamo: DynamoDBClient;
}
export interface ListTables {
  transactions: string;
  merchants: string;
}

/** The operations of every list of transactions. */
export const entriesOn = ({ dynamo }: Clients, { transactions, merchants }: ListTables) => ({
  scanEntries: scanEntriesIn(dynamo, transactions),
  readMany: readTransactionsIn(dynamo, transactions),
  merchantIds: merchantIdsIn(dynamo, merchants),
});

export function listOn(clients: Clients, tables: ListTables) {
  const { read, readReference, readPointer } = transactionsTable(clients.dynamo, tables.transactions);
  const merchants = merchantsTable(clients.dynamo, tables.merchants);
  const bankAccountOf = async (merchantId: string) => (await merchants.read(merchantId, false))?.bankAccount;
  return { ...entriesOn(clients, tables), read, readReference, readPointer, bankAccountOf };
}

export const detailOn = ({ dynamo }: Clients, { transactions }: Pick<ListTables, 'transactions'>) => ({
  read: transactionsTable(dynamo, transactions).read,
  readTimeline: readTimelineIn(dynamo, transactions),
  siblings: orderSiblingsIn(dynamo, transactions),
});
