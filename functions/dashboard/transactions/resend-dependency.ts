import * as z from 'zod/mini';
import { systemClock as clock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { logger } from '../../runtime/logger.ts';
import { sqs } from '../../runtime/sqs.ts';
import { resend } from '../../webhooks/resend/resend.ts';
import { resendOn } from '../../webhooks/wiring.ts';
import { MERCHANTS_TABLE as merchants } from '../dependencies.ts';

const { TRANSACTIONS_TABLE: transactions, DELIVERIES_QUEUE_URL: deliveriesUrl } = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  DELIVERIES_QUEUE_URL: z.url(),
});

/** For the functions that send an event again. */
export const resending = resend(resendOn({ dynamo, sqs, clock, logger }, { transactions, merchants, deliveriesUrl }));
