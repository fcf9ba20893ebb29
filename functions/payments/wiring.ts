import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { BankAccounts } from '../banking/bank-accounts.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Logger } from '../runtime/logger.ts';
import { recordQuestionIn } from './exceptions/exceptions.table.ts';
import { exceptionWritesIn } from './exceptions/exceptions-close.table.ts';
import { findExceptionsIn } from './exceptions/exceptions-find.table.ts';
import { orderSiblingsIn } from './exceptions/order-siblings.table.ts';
import { moneyWritesIn, readMoneyIn } from './money/records.table.ts';
import { markAnsweredIn, recordRefundIn } from './money/refunds.table.ts';
import { followUp } from './settle/follow-up.ts';
import { settleIn } from './settle/settle.table.ts';
import { transactionsTable } from './transactions.table.ts';

export interface PaymentClients {
  dynamo: DynamoDBClient;
  clock: Clock;
  /** The id of the request that is being answered; a settlement stores it. */
  requestId?: () => string | undefined;
}

export interface BankingClients extends PaymentClients {
  bankAccounts: BankAccounts;
  sleep(durationMs: number): Promise<void>;
  logger: Logger;
}

interface Tables {
  transactions: string;
}

export function initOn({ dynamo, clock }: PaymentClients, { transactions }: Tables) {
  return { transactions: transactionsTable(dynamo, transactions), clock };
}

export const statusOn = ({ dynamo }: Pick<PaymentClients, 'dynamo'>, { transactions }: Tables) => ({
  transactions: transactionsTable(dynamo, transactions),
});

/** The operations of every function that calls a bank about a transaction. */
export function bankingOn({ bankAccounts, sleep, logger, ...clients }: BankingClients, tables: Tables) {
  return { ...settlingOn(clients, tables), bankAccounts, sleep, logger };
}

/** The operations of mbway and multibanco. */
export function startsOn(clients: BankingClients, tables: Tables) {
  const banking = bankingOn(clients, tables);
  return { ...banking, followUp: followUp.bind(null, banking) };
}

export function notificationOn(clients: BankingClients, tables: Tables) {
  return { ...bankingOn(clients, tables), ...refundingOn(clients, tables) };
}

export const exceptionWritesOn = ({ dynamo, clock }: PaymentClients, { transactions }: Tables) =>
  exceptionWritesIn(dynamo, transactions, clock);

/** The domain over its table, for commands and tests. In a function's bundle every member would count. */
export function paymentsOn(clients: PaymentClients, tables: Tables) {
  const { dynamo } = clients;
  const { transactions: table } = tables;
  return {
    ...settlingOn(clients, tables),
    ...refundingOn(clients, tables),
    exceptionWrites: exceptionWritesOn(clients, tables),
    findExceptions: {
      open: findExceptionsIn(dynamo, table, 'open'),
      closed: findExceptionsIn(dynamo, table, 'closed'),
    },
    siblings: orderSiblingsIn(dynamo, table),
  };
}

function settlingOn({ dynamo, clock, requestId }: PaymentClients, { transactions: table }: Tables) {
  const transactions = transactionsTable(dynamo, table);
  return {
    transactions,
    read: transactions.read,
    settle: settleIn(dynamo, table, clock, requestId),
    readMoney: readMoneyIn(dynamo, table),
    moneyWrites: moneyWritesIn(dynamo, table, clock),
    recordQuestion: recordQuestionIn(dynamo, table, clock),
    clock,
  };
}

function refundingOn({ dynamo }: Pick<PaymentClients, 'dynamo'>, { transactions: table }: Tables) {
  return { recordRefund: recordRefundIn(dynamo, table), markAnswered: markAnsweredIn(dynamo, table) };
}
