import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSHandler } from 'aws-lambda';
import * as z from 'zod/mini';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { streams } from '../../runtime/streams.ts';
import { repairOn } from '../wiring.ts';
import { repairBooks } from './repair.ts';

const { TRANSACTIONS_TABLE: transactions, TOTALS_TABLE: totals } = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  TOTALS_TABLE: z.string(),
});
const repair = repairBooks(repairOn({ dynamo, streams, clock, sleep, logger }, { transactions, totals }));

/** One message at a time; one that throws is received again, and finally goes to the dead-letter queue. */
export const handler: SQSHandler = async ({ Records }) => {
  for (const { body } of Records) await repair(body);
};
