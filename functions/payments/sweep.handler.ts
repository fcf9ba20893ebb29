import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { parseEnvironment } from '../runtime/environment.ts';
import { logger } from '../runtime/logger.ts';
import { sqs } from '../runtime/sqs.ts';
import { deliveryQueue } from '../webhooks/delivery-queue.sqs.ts';
import { bankingDependencies } from './banking-dependencies.ts';
import { sweep } from './sweep.ts';

const { DELIVERIES_QUEUE_URL } = parseEnvironment({ DELIVERIES_QUEUE_URL: z.string() });
const queue = deliveryQueue(sqs, DELIVERIES_QUEUE_URL);
const run = sweep({
  ...bankingDependencies(),
  handOver: async ({ transactionId, merchantId }, { eventId, delivery: { series, done } }) => {
    const untaken = await queue.sendBatch([{ transactionId, eventId, series, done, merchantId }]);
    if (untaken.length > 0) throw new Error('the delivery queue did not take the message');
  },
});

// What is begun must be able to end: a question to the bank takes up to 20 s.
const RESERVE_MS = 25_000;

/** Every minute (EventBridge). */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  const counts = await run(Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS);
  logger.info('sweep', { ...counts });
};
