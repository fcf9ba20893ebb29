import * as z from 'zod/mini';
import { endpointStates } from '../../merchants/accounts/webhook-endpoint.table.ts';
import { systemClock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { sqs } from '../../runtime/sqs.ts';
import { deliveriesTable } from '../../webhooks/deliveries.table.ts';
import { deliveryQueue } from '../../webhooks/delivery-queue.sqs.ts';
import { beginSeriesIn } from '../../webhooks/resend/resend.table.ts';
import { resend } from '../../webhooks/resend/resend.ts';
import { merchants } from '../dependencies.ts';

const { TRANSACTIONS_TABLE, DELIVERIES_QUEUE_URL } = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  DELIVERIES_QUEUE_URL: z.url(),
});

/** For the functions that send an event again. */
export const resending = resend({
  deliveries: deliveriesTable(dynamo, TRANSACTIONS_TABLE),
  beginSeries: beginSeriesIn(dynamo, TRANSACTIONS_TABLE),
  endpointState: endpointStates(merchants),
  queue: deliveryQueue(sqs, DELIVERIES_QUEUE_URL),
  clock: systemClock,
  logger,
});
