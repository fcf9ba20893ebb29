import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBStreamHandler } from 'aws-lambda';
import * as z from 'zod/mini';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { booksOn } from '../wiring.ts';
import { updateBooks } from './books.ts';

const { TRANSACTIONS_TABLE: transactions, TOTALS_TABLE: totals } = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  TOTALS_TABLE: z.string(),
});
const dependencies = booksOn({ dynamo, clock, sleep, logger }, { transactions, totals });

export const handler: DynamoDBStreamHandler = (event) => updateBooks(event, dependencies);
