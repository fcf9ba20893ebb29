import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { auditOrder } from '../payments/exceptions/order-exceptions.ts';
import { orderSiblingsIn } from '../payments/exceptions/order-siblings.table.ts';
import { transactionsTable } from '../payments/transactions.table.ts';
import { orderAuditOn } from '../payments/wiring.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { auditTable } from './audit/audit.table.ts';
import { auditResultsTable } from './audit/results.table.ts';
import { lostTransactionsIn } from './rebuild/lost-records.table.ts';
import { entriesIn, rebuildTable } from './rebuild/rebuild.table.ts';
import { reconciliationTable } from './reconciliation/reconciliation.table.ts';
import { countIn } from './totals/count.table.ts';
import { countersTable } from './totals/counters.table.ts';

export interface FinanceTables {
  transactions: string;
  totals: string;
}

export interface AuditClients {
  dynamo: DynamoDBClient;
  clock: Clock;
}

export interface CountingClients<Log = Pick<Logger, 'warn'>> extends AuditClients {
  sleep(durationMs: number): Promise<unknown>;
  logger: Log;
}

export function booksOn(clients: CountingClients<Logger>, { transactions, totals }: FinanceTables) {
  const { read } = transactionsTable(clients.dynamo, transactions);
  return {
    audit: orderAuditOn(clients, { transactions }),
    count: countIn(clients.dynamo, totals, clients),
    read: (transactionId: string) => read(transactionId, true),
    logger: clients.logger,
  };
}

export function repairOn(
  { streams, ...clients }: CountingClients<Logger> & { streams: DynamoDBStreamsClient },
  tables: FinanceTables,
) {
  const { audit, ...books } = booksOn(clients, tables);
  return {
    ...books,
    lostTransactions: lostTransactionsIn(streams),
    entries: entriesIn(clients.dynamo, tables.transactions),
    auditOrder: (paid: Parameters<typeof auditOrder>[0]) => auditOrder(paid, audit),
    clock: clients.clock,
  };
}

export const rebuildOn = (clients: CountingClients, { transactions, totals }: FinanceTables) => ({
  table: rebuildTable(clients.dynamo, { transactionsTable: transactions, totalsTable: totals }),
  counters: countersTable(clients.dynamo, totals),
  count: countIn(clients.dynamo, totals, clients),
  clock: clients.clock,
  sleep: clients.sleep,
});

export const auditOn = ({ dynamo, clock }: AuditClients, { transactions, totals }: FinanceTables) => ({
  table: auditTable(dynamo, transactions, totals),
  counters: countersTable(dynamo, totals),
  siblings: orderSiblingsIn(dynamo, transactions),
  clock,
});

export const reconciliationOn = (
  { dynamo }: Pick<AuditClients, 'dynamo'>,
  { transactions }: Pick<FinanceTables, 'transactions'>,
) => reconciliationTable(dynamo, { transactions });

/** For commands and tests. */
export const financeOn = ({ dynamo }: Pick<AuditClients, 'dynamo'>, { totals }: Pick<FinanceTables, 'totals'>) => ({
  counters: countersTable(dynamo, totals),
  auditResults: auditResultsTable(dynamo, totals),
});
