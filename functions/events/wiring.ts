import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Clock } from '../runtime/clock.ts';
import { coverageWritesIn, readCoverageIn } from './coverage.table.ts';
import { daysTable } from './days/days.table.ts';
import { unlistedTable } from './fill/unlisted.table.ts';
import { readEntriesIn, readTransactionsIn } from './settled.table.ts';

export interface EventClients {
  dynamo: DynamoDBClient;
  clock: Clock;
}

export interface EventTables {
  transactions: string;
  merchants: string;
}

export const feedOn = ({ dynamo, clock }: EventClients, { transactions, merchants }: EventTables) => ({
  readCoverage: readCoverageIn(dynamo, merchants),
  readEntries: readEntriesIn(dynamo, transactions),
  readTransactions: readTransactionsIn(dynamo, transactions),
  clock,
});

/** For the command that lists what an older version settled. */
export const fillOn = ({ dynamo, clock }: EventClients, { transactions, merchants }: EventTables) => ({
  readCoverage: readCoverageIn(dynamo, merchants),
  coverage: coverageWritesIn(dynamo, merchants),
  table: unlistedTable(dynamo, transactions),
  clock,
});

export const dayOn = (
  { dynamo, clock }: EventClients,
  { merchants, totals }: Pick<EventTables, 'merchants'> & { totals: string },
) => ({
  readCoverage: readCoverageIn(dynamo, merchants),
  days: daysTable(dynamo, totals),
  clock,
});

export const foldOn = (clients: EventClients, tables: EventTables & { totals: string }) => ({
  ...feedOn(clients, tables),
  ...dayOn(clients, tables),
});
