import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Clock } from '../runtime/clock.ts';
import { readEntriesIn, readTransactionsIn } from './settled.table.ts';

export interface EventClients {
  dynamo: DynamoDBClient;
  clock: Clock;
}

export const feedOn = ({ dynamo, clock }: EventClients, { transactions }: { transactions: string }) => ({
  readEntries: readEntriesIn(dynamo, transactions),
  readTransactions: readTransactionsIn(dynamo, transactions),
  clock,
});
