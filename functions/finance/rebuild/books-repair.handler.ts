import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSHandler } from 'aws-lambda';
import * as z from 'zod/mini';
import { recordExceptionIn } from '../../payments/exceptions/exceptions.table.ts';
import { auditOrder } from '../../payments/exceptions/order-exceptions.ts';
import { orderSiblingsIn } from '../../payments/exceptions/order-siblings.table.ts';
import { transactionsTable } from '../../payments/transactions.table.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { streams } from '../../runtime/streams.ts';
import { countIn } from '../totals/count.table.ts';
import { lostTransactionsIn } from './lost-records.table.ts';
import { entriesIn } from './rebuild.table.ts';
import { repairBooks } from './repair.ts';

const { TRANSACTIONS_TABLE, TOTALS_TABLE } = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  TOTALS_TABLE: z.string(),
});
const transactions = transactionsTable(dynamo, TRANSACTIONS_TABLE);
const audit = {
  siblings: orderSiblingsIn(dynamo, TRANSACTIONS_TABLE),
  recordException: recordExceptionIn(dynamo, TRANSACTIONS_TABLE, clock),
  logger,
};
const repair = repairBooks({
  lostTransactions: lostTransactionsIn(streams),
  entries: entriesIn(dynamo, TRANSACTIONS_TABLE),
  count: countIn(dynamo, TOTALS_TABLE, { clock, sleep, logger }),
  read: (transactionId) => transactions.read(transactionId, true),
  auditOrder: (paid) => auditOrder(paid, audit),
  clock,
  logger,
});

/** One message at a time; one that throws is received again, and finally goes to the dead-letter queue. */
export const handler: SQSHandler = async ({ Records }) => {
  for (const { body } of Records) await repair(body);
};
