import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { merchantIdsIn, merchantsTable } from '../merchants/accounts/merchants.table.ts';
import { findExceptionsIn } from '../payments/exceptions/exceptions-find.table.ts';
import { orderSiblingsIn } from '../payments/exceptions/order-siblings.table.ts';
import { transactionsTable } from '../payments/transactions.table.ts';
import type { Clock } from '../runtime/clock.ts';
import { findAccountsIn } from './accounts/accounts-search.table.ts';
import type { Callers } from './endpoint.ts';
import { scanEntriesIn } from './entries.table.ts';
import { readItemsIn, readTransactionsIn } from './items.table.ts';
import { readTimelineIn } from './transactions/timeline/timeline.table.ts';
import { linkUserIn, usersTable } from './users.table.ts';

interface Dynamo {
  dynamo: DynamoDBClient;
}
interface Merchants {
  merchants: string;
}
interface Transactions {
  transactions: string;
}
/** What the routes of a function are made of. */
export type Clients = Dynamo & { clock: Clock };
export type Tables = Merchants & Transactions;

/** What every function of the dashboard asks of a caller's account. */
export function callersOn({ dynamo }: Dynamo, { merchants: table }: Merchants): Callers {
  const merchants = merchantsTable(dynamo, table);
  return {
    merchantOf: usersTable(dynamo, table).merchantOf,
    accountStatus: async (merchantId) => (await merchants.read(merchantId))?.accountStatus,
  };
}

export const usersOn = ({ dynamo }: Dynamo, { merchants }: Merchants) => usersTable(dynamo, merchants);

export const findAccountsOn = ({ dynamo }: Dynamo, { merchants }: Merchants) => findAccountsIn(dynamo, merchants);

/** For the operator's command and tests. */
export const linkUserOn = ({ dynamo }: Dynamo, { merchants }: Merchants) => linkUserIn(dynamo, merchants);

/** The operations of every list of transactions and of money. */
export function listsOn({ dynamo }: Dynamo, { transactions, merchants: table }: Tables) {
  const merchants = merchantsTable(dynamo, table);
  const { readReference, readPointer } = transactionsTable(dynamo, transactions);
  return {
    scanEntries: scanEntriesIn(dynamo, transactions),
    merchantIds: merchantIdsIn(dynamo, table),
    readItems: readItemsIn(dynamo, transactions),
    readMany: readTransactionsIn(dynamo, transactions),
    open: findExceptionsIn(dynamo, transactions, 'open'),
    closed: findExceptionsIn(dynamo, transactions, 'closed'),
    readReference,
    readPointer,
    bankAccountOf: async (merchantId: string) => (await merchants.read(merchantId, false))?.bankAccount,
  };
}

export const detailOn = ({ dynamo }: Dynamo, { transactions }: Transactions) => ({
  read: transactionsTable(dynamo, transactions).read,
  readTimeline: readTimelineIn(dynamo, transactions),
  siblings: orderSiblingsIn(dynamo, transactions),
});
