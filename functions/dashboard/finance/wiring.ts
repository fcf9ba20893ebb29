import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { wasNotifiedIn } from '../../finance/unnotified/notified.table.ts';
import { findWaiting } from '../../finance/unnotified/waiting-events.ts';
import { findClosedExceptionsIn, findOpenExceptionsIn } from '../../payments/exceptions/exceptions-find.table.ts';
import { readRecordsIn } from '../../payments/money/records.table.ts';
import { transactionsTable } from '../../payments/transactions.table.ts';
import type { Clock } from '../../runtime/clock.ts';
import { deadLettersIn } from '../../webhooks/delivery-queue.sqs.ts';
import { findDeliveriesIn } from '../../webhooks/resend/find-deliveries.table.ts';
import { readTransactionsIn } from '../transactions/transactions-read.table.ts';
import { entriesOn, type ListTables } from '../transactions/wiring.ts';
import { comparing } from './exceptions-rule.ts';
import { readRefundsIn } from './refunds/refunds-read.table.ts';

interface Clients {
  dynamo: DynamoDBClient;
}
type Transactions = Pick<ListTables, 'transactions'>;

export const refundsOn = (clients: Clients, tables: ListTables) => ({
  ...entriesOn(clients, tables),
  readRefunds: readRefundsIn(clients.dynamo, tables.transactions),
});

export const exceptionsReportOn = ({ dynamo }: Clients, { transactions }: Transactions) => ({
  find: findOpenExceptionsIn(dynamo, transactions),
  compare: comparing(readTransactionsIn(dynamo, transactions), readRecordsIn(dynamo, transactions)),
});

export function exceptionsListOn(clients: Clients, tables: Transactions) {
  const { find: open, compare } = exceptionsReportOn(clients, tables);
  return { open, compare, closed: findClosedExceptionsIn(clients.dynamo, tables.transactions) };
}

/** `deadLettersUrls` names the queues that hold what could not be delivered. */
export function unnotifiedOn(
  { dynamo, sqs, clock }: Clients & { sqs: SQSClient; clock: Clock },
  { transactions }: Transactions,
  deadLettersUrls: readonly string[],
) {
  const wasNotified = wasNotifiedIn(dynamo, transactions);
  const readMany = readTransactionsIn(dynamo, transactions);
  return {
    find: findDeliveriesIn(dynamo, transactions),
    wasNotified,
    findWaiting: findWaiting(transactionsTable(dynamo, transactions), readMany, wasNotified),
    deadLetters: deadLettersIn(sqs, deadLettersUrls),
    clock,
  };
}
