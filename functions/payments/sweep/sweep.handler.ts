import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { parseEnvironment } from '../../runtime/environment.ts';
import { beginRequest, logger } from '../../runtime/logger.ts';
import { sqs } from '../../runtime/sqs.ts';
import { recoverDelivery } from '../../webhooks/recover.ts';
import { recoverOn } from '../../webhooks/wiring.ts';
import { bankingEnvironment } from '../banking-environment.ts';
import { bankingOn } from '../wiring.ts';
import { SWEEP_LINE, sweep } from './sweep.ts';

const { DELIVERIES_QUEUE_URL: deliveriesUrl } = parseEnvironment({ DELIVERIES_QUEUE_URL: z.string() });
const [clients, tables] = bankingEnvironment();
const banking = bankingOn(clients, tables);
const recovering = recoverDelivery(recoverOn({ ...clients, sqs }, { ...tables, deliveriesUrl }));
const run = sweep({ ...banking, recoverDelivery: recovering });

// Work that has begun must be able to finish, a call to the bank included (`START_TIMEOUT_MS` of each provider).
const RESERVE_MS = 25_000;

/** Runs every minute (EventBridge). */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  beginRequest(context.awsRequestId);
  const deadlineMs = Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS;
  logger.info(SWEEP_LINE, { ...(await run(deadlineMs)) });
};
