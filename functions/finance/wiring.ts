import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { reconciliationTable } from './reconciliation/reconciliation.table.ts';
import { readTotalsIn } from './totals/totals-read.table.ts';

interface Clients {
  dynamo: DynamoDBClient;
}
interface Tables {
  transactions: string;
}

export const reconciliationOn = ({ dynamo }: Clients, { transactions }: Tables) =>
  reconciliationTable(dynamo, { transactions });

export const totalsOn = ({ dynamo }: Clients, { transactions }: Tables) => ({
  readTotals: readTotalsIn(dynamo, transactions),
});
