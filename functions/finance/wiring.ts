import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { orderSiblingsIn } from '../payments/exceptions/order-siblings.table.ts';
import { type BankingClients, bankingOn } from '../payments/wiring.ts';
import type { Clock } from '../runtime/clock.ts';
import { receivedOnIn } from './night/day-movements.table.ts';
import { nightsTable } from './night/nights.table.ts';
import { readTotalsIn } from './totals/totals-read.table.ts';

interface Clients {
  dynamo: DynamoDBClient;
}
interface Tables {
  transactions: string;
}

/** The nightly comparison with the banks' lists. */
export function nightOn(
  { merchantIds, ...clients }: BankingClients & { merchantIds(): Promise<string[]> },
  tables: Tables,
) {
  const { dynamo, clock } = clients;
  return {
    ...bankingOn(clients, tables),
    siblings: orderSiblingsIn(dynamo, tables.transactions),
    receivedOn: receivedOnIn(dynamo, tables.transactions, merchantIds),
    nights: nightsOn({ dynamo, clock }, tables),
  };
}

export const totalsOn = ({ dynamo }: Clients, { transactions }: Tables) => ({
  readTotals: readTotalsIn(dynamo, transactions),
});

/** The results of the nights, for those who read them or have a day compared again. */
export const nightsOn = ({ dynamo, clock }: Clients & { clock: Clock }, { transactions }: Tables) =>
  nightsTable(dynamo, transactions, clock);
