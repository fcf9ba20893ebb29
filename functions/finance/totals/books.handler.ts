import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBStreamHandler } from 'aws-lambda';
import * as z from 'zod/mini';
import { recordExceptionIn } from '../../payments/exceptions/exceptions.table.ts';
import { orderSiblingsIn } from '../../payments/exceptions/order-siblings.table.ts';
import { transactionsTable } from '../../payments/transactions.table.ts';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { keepBooks } from './books.ts';
import { countIn } from './count.table.ts';

const tables = parseEnvironment({ TRANSACTIONS_TABLE: z.string(), TOTALS_TABLE: z.string() });
const siblings = orderSiblingsIn(dynamo, tables.TRANSACTIONS_TABLE);
const recordException = recordExceptionIn(dynamo, tables.TRANSACTIONS_TABLE, clock);
const transactions = transactionsTable(dynamo, tables.TRANSACTIONS_TABLE);
const count = countIn(dynamo, tables.TOTALS_TABLE, { clock, sleep, logger });
const read = (transactionId: string) => transactions.read(transactionId, true);
const audit = { siblings, recordException, logger };

export const handler: DynamoDBStreamHandler = (event) => keepBooks(event, { audit, count, read, logger });
