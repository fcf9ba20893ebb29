import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { merchantsTable } from '../merchants/accounts/merchants.table.ts';
import { findExceptionsIn } from '../payments/exceptions/exceptions-find.table.ts';
import { orderSiblingsIn } from '../payments/exceptions/order-siblings.table.ts';
import { type BankingClients, bankingOn } from '../payments/wiring.ts';
import type { Clock } from '../runtime/clock.ts';
import { findDeliveriesIn } from '../webhooks/resend/find-deliveries.table.ts';
import { mailDayTable } from './morning/mail-day.table.ts';
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

/** The morning mail, without what sends it. */
export const morningOn = (
  { dynamo, clock, logger }: Pick<BankingClients, 'dynamo' | 'clock' | 'logger'>,
  tables: Tables & { merchants: string },
) => ({
  merchants: merchantsTable(dynamo, tables.merchants),
  undelivered: findDeliveriesIn(dynamo, tables.transactions),
  exceptions: findExceptionsIn(dynamo, tables.transactions, 'open'),
  mailDay: mailDayTable(dynamo, tables.transactions),
  clock,
  logger,
});

export const totalsOn = ({ dynamo }: Clients, { transactions }: Tables) => ({
  readTotals: readTotalsIn(dynamo, transactions),
});

/** The results of the nights, for those who read them or have a day compared again. */
export const nightsOn = ({ dynamo, clock }: Clients & { clock: Clock }, { transactions }: Tables) =>
  nightsTable(dynamo, transactions, clock);
